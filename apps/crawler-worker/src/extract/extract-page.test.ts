import { describe, expect, it } from 'vitest';
import { content, extract, fixture } from './testing/extract-fixture.js';

const html = (main: string) => content(extract(`<html><body><main>${main}</main></body></html>`)).markdown;

describe('a documentation page', () => {
  it('keeps its content and drops its furniture', async () => {
    const { markdown } = content(await fixture('documentation.html'));
    for (const furniture of [
      'Accept all',
      'Blog',
      'Pricing',
      'Install guide',
      'Copyright',
      'Privacy',
      'analytics',
      'color: red',
      'Copy\n',
    ]) {
      expect(markdown).not.toContain(furniture);
    }
    expect(markdown).toMatch(/^# Retrying requests$/m);
    expect(markdown).toContain('**three times**');
    expect(markdown).toContain('[the limits](https://docs.example/docs/limits?x=1#top)');
    expect(markdown).toContain('Because a dead server stays dead');
    expect(markdown).toContain('![Chart of backoff delays](https://docs.example/img/backoff.png)');
    expect(markdown).toContain('**Attempt**\n');
  });

  it('keeps code with its language and indentation', async () => {
    const { markdown } = content(await fixture('documentation.html'));
    expect(markdown).toContain(
      '```ts\nconst client = new Client({\n  retries: 5,\n    backoff: (n) => 2 ** n * 100,\n});\n```',
    );
    expect(markdown).toContain('```\nplain block\n    keeps its indent\n```');
  });

  it('keeps tables and nested lists as GFM', async () => {
    const { markdown } = content(await fixture('documentation.html'));
    expect(markdown).toContain(
      '| Option | Default | Meaning |\n| --- | --- | --- |\n| `retries` | 3 | Attempts after the first \\| pipe |',
    );
    expect(markdown).toContain(
      '- Only idempotent methods are retried\n- A `Retry-After` header wins\n  - also as a date',
    );
  });

  it('gives metadata', async () => {
    const { metadata } = content(await fixture('documentation.html', { headers: { etag: '"e"' } }));
    expect(metadata).toMatchObject({
      url: 'https://docs.example/docs/retry',
      canonical_url: 'https://docs.example/docs/retry',
      status: 200,
      title: 'Retrying requests',
      description: 'How the widget client retries a failed request, and how to turn it off.',
      language: 'en',
      headers: [
        { level: 1, text: 'Retrying requests' },
        { level: 2, text: 'Configure' },
        { level: 3, text: 'Options' },
      ],
      code_blocks: [
        { language: 'ts', count: 1 },
        { language: '', count: 1 },
      ],
      links: ['https://docs.example/docs/limits?x=1'],
      etag: '"e"',
      last_modified: null,
    });
    expect(metadata.main_topics).toEqual(expect.arrayContaining(['retry', 'backoff', 'Retrying requests']));
    expect(metadata.content_summary).toContain('exponential backoff');
    expect(metadata.word_count).toBeGreaterThan(60);
  });
});

describe('an article', () => {
  it('is found without a main element, with its dates and author', async () => {
    const { markdown, metadata } = content(await fixture('article.html'));
    expect(markdown).toContain('Three sleeper lines through the Alps');
    expect(markdown).toContain('have to pay for themselves afterwards');
    expect(markdown).not.toContain('Snow arrives early');
    expect(markdown).not.toContain('Imprint');
    expect(metadata).toMatchObject({
      title: 'Night trains return to the Alps',
      description: 'Three sleeper lines reopen this winter after two decades.',
      author: 'Ada Muster',
      published_at: '2025-11-03T07:30:00.000Z',
      modified_at: '2025-11-04T10:00:00.000Z',
      language: 'en',
    });
  });
});

describe('Markdown of HTML', () => {
  it('escapes only what would change meaning', () => {
    expect(html('<p>Set snake_case_name to 2 * 3 and *not bold* of &lt;div&gt;.</p>')).toBe(
      'Set snake_case_name to 2 * 3 and \\*not bold* of \\<div>.',
    );
  });
  it('joins lines of highlighters that have no line breaks, and drops line numbers', () => {
    expect(
      html(
        '<p>Some code:</p><pre class="language-js"><code><span class="line">a(</span><span class="line">  1)</span></code></pre>',
      ),
    ).toContain('```js\na(\n  1)\n```');
    expect(
      html(
        '<p>Some code:</p><div class="highlight-python notranslate"><pre><span class="linenos">1</span>x = 1\n<span class="linenos">2</span>y = 2</pre></div>',
      ),
    ).toContain('```python\nx = 1\ny = 2\n```');
  });
  it('fences code that holds fences', () => {
    expect(html('<p>A fence in code:</p><pre>```js\nx\n```</pre>')).toContain('````\n```js\nx\n```\n````');
  });
  it('numbers lists from their start and drops scripts as links', () => {
    expect(
      html(
        '<p>Items and links here:</p><ol start="3"><li>c</li><li>d</li></ol><a href="javascript:x()">run it</a>',
      ),
    ).toContain('3. c\n4. d\n\nrun it');
  });
  it('keeps a layout table as blocks', () => {
    expect(
      html('<table><tr><td><h2>Left heading</h2><p>Left text</p></td><td>Right</td></tr></table>'),
    ).toMatch(/^## Left heading\n\nLeft text/);
  });
});

describe('pages without the tags of their frame', () => {
  it.each([
    '<title>T</title><h1>T</h1><p>Hello world, this is a page.</p>',
    '<html lang=de><title>T</title><main><p>Hello world, this is a page.</p></main></html>',
    '<!doctype html><html lang=de><meta charset=utf-8><title>T</title><body><p>Hello world, this is a page.',
    '<body><title>T</title><p>Hello world, this is a page.</p></body>',
  ])('%s', (source) => {
    const { markdown, metadata } = content(extract(source));
    expect(markdown).toMatch(/^(?:# T\n\n)?Hello world, this is a page\.$/);
    expect(metadata.title).toBe('T');
    if (source.includes('lang=de')) expect(metadata.language).toBe('de');
  });
});

describe('pages that are no content', () => {
  it.each([
    ['login.html', 'login_required'],
    ['consent.html', 'consent_wall'],
    ['challenge.html', 'bot_challenge'],
    ['soft-404.html', 'soft_not_found'],
    ['empty-shell.html', 'needs_browser'],
  ])('%s is %s', async (name, code) => {
    expect(await fixture(name)).toMatchObject({ ok: false, code });
  });
  it('but a page about such pages is content', async () => {
    expect((await fixture('about-404.html')).ok).toBe(true);
  });
  it('content that scripts would have drawn counts, a notice does not', () => {
    const posts = 'A forum post that stands in noscript. '.repeat(10);
    const shell = '<script src="a.js"></script><div id="root"></div>';
    expect(content(extract(`${shell}<noscript><main><p>${posts}</p></main></noscript>`)).markdown).toContain(
      'A forum post',
    );
    expect(extract(`${shell}<noscript>Please enable JavaScript.</noscript>`)).toMatchObject({
      code: 'needs_browser',
    });
  });
  it('says where a page sends its reader on', () => {
    expect(extract('<meta http-equiv="Refresh" content="0;URL=latest/">')).toMatchObject({
      ok: false,
      code: 'empty',
      refreshTo: 'https://docs.example/docs/latest/',
    });
  });
});

describe('hostile pages', () => {
  it('20,000 nested elements keep their text', () => {
    const result = extract(`${'<div>'.repeat(20_000)}deep text here${'</div>'.repeat(20_000)}`);
    expect(content(result).markdown).toContain('deep text here');
  });
  it('a title of a megabyte is cut', () => {
    const result = extract(
      `<title>${'t'.repeat(1 << 20)}</title><main><p>${'Body of the page. '.repeat(20)}</p></main>`,
    );
    expect(content(result).metadata.title.length).toBeLessThanOrEqual(300);
  });
  it('broken JSON-LD, unclosed tags and lone surrogates do no harm', () => {
    const result = extract(
      '<script type="application/ld+json">{"@type":</script><main><p>Some text &#xD800; here<b>bold<table><tr><td>x',
    );
    expect(content(result).markdown).toContain('Some text');
    expect(content(result).markdown.isWellFormed()).toBe(true);
  });
});
