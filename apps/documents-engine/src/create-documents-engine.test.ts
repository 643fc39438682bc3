import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentsEngine, type DocumentsEngine } from './create-documents-engine.js';

let base: string;
let folder: string;
let engine: DocumentsEngine;
const said: string[] = [];
const start = (): Promise<DocumentsEngine> =>
  createDocumentsEngine({ folder, dataDir: join(base, 'data'), log: (line) => said.push(line) });

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'documents-engine-'));
  folder = join(base, 'docs');
  await mkdir(join(folder, 'pool', 'api'), { recursive: true });
  await mkdir(join(folder, 'übersicht'));
  await writeFile(join(base, 'secret.html'), 'outside');
  await writeFile(
    join(folder, 'pool', 'README.md'),
    '---\ntitle: "Pool"\n---\n# Heading\n\n[![badge](https://x/y.svg)](https://x)\n\nA small pool of ' +
      '[connections](other.md) for *busy* servers that reuses what was opened before and closes what nobody has used for a while.\n' +
      'It grows when all of them are in use.\n\n## Sizing\n\nmaxPoolSize is 17.\n',
  );
  await writeFile(
    join(folder, 'pool', 'api', 'timeouts.html'),
    '<html><head><title>Time-outs</title><meta name="description" content="Statement, lock &amp; idle time-outs."></head>' +
      '<body><nav>flamingo</nav><h1>Time-outs</h1><p>The idle timeout is 30 seconds.</p><script>heron()</script></body></html>',
  );
  await writeFile(join(folder, 'pool', 'genindex.html'), '<title>Index</title>pool pool pool');
  await writeFile(join(folder, 'pool', '.hidden.md'), '# pool hidden');
  await writeFile(
    join(folder, 'pool', 'latin.html'),
    Buffer.from('<meta charset="iso-8859-1">caf\xe9', 'latin1'),
  );
  await symlink(join(base, 'secret.html'), join(folder, 'pool', 'leak.html'));
  await writeFile(join(folder, 'übersicht', 'größe.md'), '# Größe\n\nDie Größe des Speichers.');
  await writeFile(join(folder, 'übersicht', 'ja.txt'), '接続プールの既定値は二十です。');
  await writeFile(join(folder, 'loose.txt'), 'A loose page about herons.');
  await utimes(join(folder, 'loose.txt'), 1_700_000_000, 1_700_000_000);
  engine = await start();
  await engine.ready;
});
afterAll(async () => {
  await engine.close();
  await rm(base, { recursive: true, force: true });
});

const site = (name: string): string => {
  const found = engine.sites.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no site ${name}`);
  return found.url;
};

interface Found {
  results: { url: string; title: string; content: string }[];
}
async function search(query: string, page = 1): Promise<Found> {
  const parameters = new URLSearchParams({ q: query, format: 'json', pageno: String(page) });
  return (await (await fetch(`${engine.url}/search?${parameters}`)).json()) as Found;
}

/** A request as it stands, without the client tidying its path or Host. */
function rawStatus(origin: string, path: string, host?: string): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, headers: host === undefined ? {} : { host } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject).end();
  });
}

describe('sites', () => {
  test('each first-level folder is one, the files at the root another', () => {
    expect(engine.sites.map((one) => one.name)).toEqual(['pool', 'übersicht', '.']);
  });

  test('content types, with the charset only where the bytes are UTF-8', async () => {
    const types = async (path: string): Promise<string | null> =>
      (await fetch(`${site('pool')}${path}`)).headers.get('content-type');
    expect(await types('/README.md')).toBe('text/markdown; charset=utf-8');
    expect(await types('/api/timeouts.html')).toBe('text/html; charset=utf-8');
    expect(await types('/latin.html')).toBe('text/html');
  });

  test('a folder gives its index page, or a list of links that leads on', async () => {
    expect(await (await fetch(`${site('pool')}/`)).text()).toContain('maxPoolSize');
    const listing = await fetch(`${site('pool')}/api`);
    expect(listing.url).toBe(`${site('pool')}/api/`);
    expect(await listing.text()).toContain('href="./timeouts.html"');
    const root = await (await fetch(`${site('.')}/`)).text();
    expect(root).toContain('loose.txt');
    expect(root).not.toContain('pool/');
  });

  test('unchanged pages are 304 by ETag or date, and the ETag decides', async () => {
    const url = `${site('.')}/loose.txt`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('last-modified')).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(url, { headers })).status;
    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-modified-since': 'Tue, 14 Nov 2023 22:13:20 GMT' })).toBe(304);
    expect(await status({ 'if-modified-since': 'Tue, 14 Nov 2023 22:13:19 GMT' })).toBe(200);
    expect(
      await status({ 'if-none-match': '"other"', 'if-modified-since': 'Tue, 14 Nov 2023 22:13:20 GMT' }),
    ).toBe(200);
  });

  test.each([
    '/../../secret.html',
    '/..%2f..%2fsecret.html',
    '/%2e%2e/%2e%2e/secret.html',
    '/api/..%5c..%5csecret.html',
    '/leak.html',
    '/.hidden.md',
    '/README.md/',
    '/%00',
    '/%zz',
    '/missing.html',
  ])('%s is not found', async (path) => {
    expect(await rawStatus(site('pool'), path)).toBe(404);
  });

  test('the root site does not serve the other sites', async () => {
    expect(await rawStatus(site('.'), '/pool/README.md')).toBe(404);
    expect(await rawStatus(site('.'), '/pool/')).toBe(404);
  });

  test('refuses foreign hosts and other methods', async () => {
    for (const origin of [site('pool'), engine.url]) {
      expect(await rawStatus(origin, '/healthz', 'evil.example')).toBe(421);
      expect(await rawStatus(origin, '/healthz', '127.0.0.1.evil.example')).toBe(421);
    }
    expect((await fetch(site('pool'), { method: 'POST' })).status).toBe(405);
  });
});

describe('search', () => {
  test('gives titles and short snippets, not the passage that answers', async () => {
    const { results } = await search('what is the max pool size?');
    expect(results[0]).toMatchObject({ url: `${site('pool')}/README.md`, title: 'Pool' });
    const snippet = results[0]?.content ?? '';
    expect(snippet).toMatch(/^A small pool of connections for busy servers/);
    expect(snippet).toMatch(/…$/);
    expect(snippet.length).toBeLessThanOrEqual(160);
    expect(results.map((hit) => hit.url).join()).not.toMatch(/genindex|hidden|leak/);
  });

  test('reads descriptions and skips navigation and scripts', async () => {
    const { results } = await search('idle timeouts');
    expect(results[0]).toMatchObject({
      title: 'Time-outs - pool',
      content: 'Statement, lock & idle time-outs.',
    });
    expect((await search('flamingo')).results).toEqual([]);
    expect((await search('heron')).results.map((hit) => hit.url)).toEqual([`${site('.')}/loose.txt`]);
  });

  test('finds words of languages without spaces, and gives URLs that can be fetched', async () => {
    expect((await search('プール')).results[0]?.url).toBe(`${site('übersicht')}/ja.txt`);
    const url = (await search('Größe')).results[0]?.url ?? '';
    expect((await fetch(url)).status).toBe(200);
  });

  test('speaks SearXNG: pages, empty lists, refusals', async () => {
    expect(await search('pool', 2)).toMatchObject({ results: [], unresponsive_engines: [], query: 'pool' });
    expect((await fetch(`${engine.url}/search?q=&format=json`)).status).toBe(400);
    expect((await fetch(`${engine.url}/search?q=a&format=html`)).status).toBe(400);
    const health = await fetch(`${engine.url}/healthz`);
    expect(await health.json()).toMatchObject({ status: 'ready', pages: 6 });
  });
});

describe('addresses', () => {
  test('stay over a restart, and a port that somebody took is replaced and said', async () => {
    const before = engine.sites;
    const url = engine.url;
    await engine.close();
    engine = await start();
    expect({ sites: engine.sites, url: engine.url }).toEqual({ sites: before, url });
    expect(said).toEqual([]);

    await engine.close();
    const taken = Number(new URL(before[0]?.url ?? '').port);
    const stranger = createServer().listen(taken, '127.0.0.1');
    await new Promise((done) => stranger.once('listening', done));
    engine = await start();
    expect(engine.sites[0]?.url).not.toBe(before[0]?.url);
    expect(engine.sites.slice(1)).toEqual(before.slice(1));
    expect(said.join()).toMatch(new RegExp(`port ${taken} .* is taken`));
    await new Promise((done) => stranger.close(done));
  });

  test('a folder that is not there is an error', async () => {
    await expect(
      createDocumentsEngine({ folder: join(base, 'nowhere'), dataDir: base, log: () => undefined }),
    ).rejects.toThrow(/ENOENT/);
  });
});

test('finds pages whatever they are encoded in', async () => {
  const docs = join(base, 'encoded');
  await mkdir(join(docs, 'site'), { recursive: true });
  const pages: [string, Uint8Array][] = [
    ['declared.html', Buffer.from('<meta charset="iso-8859-2"><title>a</title><p>\xbeluty k\xf9n', 'latin1')],
    [
      'plain.md',
      Buffer.from(
        '# b [![npm](https://i.example/a.svg)](https://n.example) ![ci](c.svg)\n\nDie Stra\xdfe ist l\xe4nger.',
        'latin1',
      ),
    ],
    ['marked.md', Buffer.from('\ufeff# c\n\nThe sixteen bit limit.', 'utf16le')],
  ];
  for (const [name, bytes] of pages) await writeFile(join(docs, 'site', name), bytes);
  const encoded = await createDocumentsEngine({
    folder: docs,
    dataDir: join(base, 'data'),
    log: () => undefined,
  });
  try {
    for (const [query, name] of [
      ['žluty', 'declared.html'],
      ['Straße', 'plain.md'],
      ['sixteen', 'marked.md'],
    ] as const) {
      const found = await fetch(`${encoded.url}/search?format=json&q=${encodeURIComponent(query)}`);
      const { results } = (await found.json()) as Found;
      expect(results.map(({ url }) => new URL(url).pathname)).toEqual([`/${name}`]);
      expect(results[0]?.title).toMatch(/^[abc] - site$/);
    }
  } finally {
    await encoded.close();
  }
});

test('a listing leads to every name, also with signs that mean something in an address', async () => {
  const docs = join(base, 'names');
  await mkdir(join(docs, 'site', 'a b#c'), { recursive: true });
  const names = ['a#b?c%20d.md', "it's &.md", '設定.md'];
  for (const name of names) await writeFile(join(docs, 'site', name), `# ${name}`);
  const named = await createDocumentsEngine({
    folder: docs,
    dataDir: join(base, 'data'),
    log: () => undefined,
  });
  try {
    const start = `${named.sites[0]?.url}/`;
    const page = await (await fetch(start)).text();
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&#39;', "'"));
    expect(links).toHaveLength(4);
    for (const link of links) expect((await fetch(new URL(link, start))).status, link).toBe(200);
  } finally {
    await named.close();
  }
});

test('leaves out what cannot be read, says so, and searches the rest', async () => {
  const docs = join(base, 'deep');
  await mkdir(join(docs, 'site'), { recursive: true });
  await writeFile(join(docs, 'site', 'page.md'), '# The readable page');
  // Deeper than the longest path a file system call takes: only reachable step by step.
  const dig = `for (let at = 0; at < 30; at += 1) { const name = 'd'.repeat(200); fs.mkdirSync(name); process.chdir(name); }`;
  spawnSync(process.execPath, ['-e', dig], { cwd: join(docs, 'site') });
  const told: string[] = [];
  const deep = await createDocumentsEngine({
    folder: docs,
    dataDir: join(base, 'data'),
    log: (line) => told.push(line),
  });
  try {
    await deep.ready;
    const found = await fetch(`${deep.url}/search?format=json&q=readable`);
    expect(((await found.json()) as Found).results).toHaveLength(1);
    expect(told.join()).toContain('cannot be read and is left out');
  } finally {
    await deep.close();
    spawnSync('rm', ['-rf', docs]);
  }
});
