import {
  AbortedError,
  DependencyUnavailableError,
  PermanentError,
  StaleWorkerError,
} from '@agentic-search/shared/errors';
import type { StoredPageContent } from '@agentic-search/shared/pages';
import type { Embedder } from '@agentic-search/shared/ports/embedder';
import { describe, expect, it } from 'vitest';
import { createIndexProcessor, type IndexProcessorParts } from './index-processor.js';
import type { PagePreparer } from './prepare/create-page-preparer.js';
import { type PreparedPage, preparePage } from './prepare/prepare-page.js';
import { contextOf, jobOf, longMarkdown, pageOf, url } from './testing/index-job.js';
import { recordingStore } from './testing/recording-store.js';

const embedded: string[][] = [];
const embedder: Embedder = {
  id: 'double/2',
  dimensions: 2,
  maxBatch: 100,
  embed: async (texts) => {
    embedded.push([...texts]);
    return texts.map((text) => ({ ok: true, vector: Float32Array.of(text.length, 1), tokens: 10 }));
  },
  check: async () => ({ detail: 'here' }),
};

/** Cuts each page once: the kill tests index the same ones very often. */
const prepared = new Map<string, PreparedPage>();
const preparer: PagePreparer = {
  prepare: async (page) => {
    const key = JSON.stringify(page);
    const known = prepared.get(key) ?? preparePage(page);
    prepared.set(key, known);
    return known;
  },
  close: async () => undefined,
};

function system(pages: StoredPageContent[], parts: Partial<IndexProcessorParts> = {}) {
  const recording = recordingStore();
  const reports: unknown[] = [];
  const process = createIndexProcessor({
    pages: { get: async (hash) => pages.find(({ page_hash }) => page_hash === hash) ?? null },
    store: recording.store,
    embedder: null,
    cache: null,
    preparer,
    options: { chunkSize: 600, overlap: 80, codeExamples: true },
    clock: () => 1_000,
    report: (record, activity) => void reports.push([record.id, activity]),
    ...parts,
  });
  const stored = () => [...recording.chunks.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  const ofType = (type: 'text' | 'code') =>
    stored()
      .filter((chunk) => chunk.type === type)
      .sort((one, other) => one.chunk_index - other.chunk_index);
  return { ...recording, recording, process, reports, stored, ofType };
}

describe('createIndexProcessor', () => {
  it('writes every chunk with its place, numbers and hashes, then the source, and reports', async () => {
    const page = pageOf(longMarkdown(4));
    const { process, ofType, sources, reports } = system([page]);
    const result = await process(jobOf(page), contextOf());
    const text = ofType('text');
    const code = ofType('code');
    expect(code.length).toBe(4);
    expect(result).toEqual({
      outcome: 'indexed',
      url: `${url}?from=search`,
      final_url: url,
      chunks: text.length + 4,
      chunks_written: text.length + 4,
      embedding_tokens: 0,
      chunks_without_vector: 0,
    });
    text.forEach((chunk, index) => {
      expect(chunk).toMatchObject({
        chunk_index: index,
        chunk_count: text.length,
        url,
        page_hash: page.page_hash,
      });
      expect(chunk.content).toBe(page.markdown.slice(chunk.start, chunk.end));
    });
    expect(
      text.map((chunk, index) => page.markdown.slice(text[index - 1]?.end ?? 0, chunk.end)).join(''),
    ).toBe(page.markdown);
    expect(code[2]).toMatchObject({
      content: "const value = 2;\nrun('alpha', value);\nexport { value };",
      language: 'ts',
      heading_path: ['Section 2'],
      context: null,
      embedder: null,
      chunk_count: 4,
    });
    expect(sources.get('docs.example.org')?.summary).toBe('The guide: All about it.');
    expect(reports).toEqual([
      ['s1', { kind: 'page_indexed', at: '1970-01-01T00:00:01.000Z', url: `${url}?from=search` }],
    ]);
  });

  it('embeds title, headings and content, code with the prose before it', async () => {
    embedded.length = 0;
    const page = pageOf('# The guide\n\n## Use\n\nCall it thrice.\n\n```js\na();\na();\na();\n```\n');
    const { process, upserts } = system([page], { embedder });
    const result = await process(jobOf(page), contextOf());
    expect(embedded.flat()).toEqual([
      'The guide > Use\n\nCall it thrice.\n\na();\na();\na();',
      `The guide > Use\n\n${page.markdown}`,
    ]);
    expect(result).toMatchObject({ embedding_tokens: 20, chunks_without_vector: 0 });
    for (const { dense, chunk } of upserts.values()) {
      expect(dense?.length).toBe(2);
      expect(chunk.embedder).toBe('double/2');
    }
  });

  it('embeds no page that would cost more than the search may still spend', async () => {
    const page = pageOf(longMarkdown(3));
    const { process, writes } = system([page], { embedder });
    embedded.length = 0;
    const failed = await process(jobOf(page, { max_embedding_tokens: 50 }), contextOf());
    expect(failed).toMatchObject({ outcome: 'failure', code: 'over_budget' });
    expect([embedded, writes]).toEqual([[], []]);
    const within = jobOf(page, { max_embedding_tokens: Math.ceil(page.markdown.length / 2) });
    expect(await process(within, contextOf())).toMatchObject({ outcome: 'indexed' });
  });

  it('does not bring an older version back over a newer one that is there whole', async () => {
    const [old, young] = [pageOf(longMarkdown(3)), pageOf(longMarkdown(4))];
    const { process, stored, writes, chunks } = system([old, young]);
    const later = '2026-02-02T00:00:00.000Z';
    await process(jobOf(young, { crawled_at: later, checked_at: later }), contextOf());
    const before = stored();
    writes.length = 0;
    expect(await process(jobOf(old), contextOf())).toMatchObject({
      outcome: 'indexed',
      chunks: before.length,
      chunks_written: 0,
    });
    expect(stored()).toEqual(before);
    expect(writes).toEqual([]);
    // Half of the newer one protects nothing: its own job comes again.
    const last = before.at(-1);
    if (last) chunks.delete(last.id);
    await process(jobOf(old), contextOf());
    expect(new Set(stored().map(({ page_hash }) => page_hash))).toEqual(new Set([old.page_hash]));
  });

  it('embeds nothing and only touches when the same version is there whole', async () => {
    const page = pageOf(longMarkdown(3));
    const { process, stored, writes } = system([page]);
    await process(jobOf(page), contextOf());
    const before = stored();
    writes.length = 0;
    const later = '2026-02-02T00:00:00.000Z';
    const result = await process(jobOf(page, { checked_at: later, crawled_at: later }), contextOf());
    expect(result).toMatchObject({ chunks: before.length, chunks_written: 0, embedding_tokens: 0 });
    expect(writes).toEqual(['touch', 'describe']);
    expect(stored()).toEqual(before.map((chunk) => ({ ...chunk, checked_at: later })));
    await process(jobOf(page), contextOf());
    expect(stored()[0]?.checked_at).toBe(later);
  });

  it('writes new chunks before it prunes the old, at most 256 a call, the first text chunk last', async () => {
    const long = pageOf(longMarkdown(300));
    const short = pageOf(longMarkdown(2, 'beta'));
    const { process, writes, recording, ofType, stored } = system([long, short]);
    await process(jobOf(long), contextOf());
    const sizes = writes.filter((write) => write.startsWith('upsert')).map((write) => Number(write.slice(7)));
    expect(Math.max(...sizes)).toBe(256);
    expect(sizes.length).toBeGreaterThan(2);
    expect([...recording.upserts.values()].at(-1)?.chunk).toMatchObject({ type: 'text', chunk_index: 0 });
    writes.length = 0;
    const context = contextOf();
    await process(jobOf(short), context);
    const [text, code] = [ofType('text').length, ofType('code').length];
    expect(writes).toEqual([`upsert ${text + code}`, `prune text ${text}`, `prune code ${code}`, 'describe']);
    expect(context.asked()).toBe(writes.length);
    expect(stored().every(({ page_hash }) => page_hash === short.page_hash)).toBe(true);
  });

  it('leaves the same chunks wherever it was killed, over every old version', async () => {
    const versions = [
      pageOf(longMarkdown(80)),
      pageOf(longMarkdown(3, 'beta')),
      pageOf('Only *text* now.\n'),
    ];
    for (const next of versions) {
      const clean = system([next]);
      await clean.process(jobOf(next), contextOf());
      for (const old of versions.filter((version) => version !== next)) {
        for (let dies = 0; ; dies += 1) {
          const run = system(versions);
          await run.process(jobOf(old), contextOf());
          run.writes.length = 0;
          run.recording.beforeWrite = () => {
            if (run.writes.length === dies) throw new Error('killed');
          };
          const killed = await run.process(jobOf(next), contextOf()).then(
            () => false,
            () => true,
          );
          run.recording.beforeWrite = () => undefined;
          await run.process(jobOf(next), contextOf());
          expect(run.stored(), `died before write ${dies}`).toEqual(clean.stored());
          if (!killed) break;
        }
      }
    }
  }, 60_000);

  it('leaves the same chunks when two workers index the page at once', async () => {
    const page = pageOf(longMarkdown(60));
    const clean = system([page]);
    await clean.process(jobOf(page), contextOf());
    const both = system([page]);
    await Promise.all([both.process(jobOf(page), contextOf()), both.process(jobOf(page), contextOf())]);
    expect(both.stored()).toEqual(clean.stored());
  });

  it('keeps namespaces apart and ids the same for ever', async () => {
    const page = pageOf('Some text.');
    const { process, chunks } = system([page]);
    await process(jobOf(page), contextOf());
    const [id] = chunks.keys();
    await process(jobOf(page, { namespace: 'other' }), contextOf());
    expect(chunks.size).toBe(2);
    expect([...chunks.keys()][0]).toBe(id);
  });

  it('stores no code examples when they are off, and drops those there were of another version', async () => {
    const one = pageOf(longMarkdown(3));
    const two = pageOf(longMarkdown(4));
    const on = system([one, two]);
    await on.process(jobOf(one), contextOf());
    const off = createIndexProcessor({
      pages: { get: async () => two },
      store: on.store,
      embedder: null,
      cache: null,
      preparer,
      options: { chunkSize: 600, overlap: 80, codeExamples: false },
      clock: () => 1_000,
    });
    await off(jobOf(two), contextOf());
    expect(on.ofType('code')).toEqual([]);
  });

  it.each([
    ['page_gone', null],
    ['empty', ' \n\t\n '],
  ])('fails with %s, writing nothing', async (code, markdown) => {
    const { process, writes, reports } = system(markdown === null ? [] : [pageOf(markdown)]);
    const result = await process(jobOf(pageOf(markdown ?? 'gone')), contextOf());
    expect(result).toMatchObject({ outcome: 'failure', code, url: `${url}?from=search` });
    expect([writes, reports]).toEqual([[], []]);
  });

  it('throws what may pass, until the last attempt', async () => {
    const page = pageOf('Some text.');
    const { process, recording } = system([page]);
    recording.beforeWrite = () => {
      throw new DependencyUnavailableError('vector_store_unavailable', 'away');
    };
    await expect(process(jobOf(page), contextOf())).rejects.toMatchObject({
      code: 'vector_store_unavailable',
    });
    expect(await process(jobOf(page), contextOf({ lastAttempt: true }))).toMatchObject({
      outcome: 'failure',
      code: 'vector_store_unavailable',
    });
  });

  it('gives what cannot pass as a failure at once', async () => {
    const page = pageOf('Some text.');
    const { process, recording } = system([page]);
    recording.beforeWrite = () => {
      throw new PermanentError('wrong_dimensions', 'no');
    };
    expect(await process(jobOf(page), contextOf())).toMatchObject({ code: 'wrong_dimensions' });
  });

  it('writes nothing once it lost its lock, was cancelled or ran out of time', async () => {
    const page = pageOf('Some text.');
    const { process, writes } = system([page]);
    const stale = contextOf({
      lastAttempt: true,
      assertCurrent: async () => {
        throw new StaleWorkerError('lost_lock', 'another worker has it');
      },
    });
    await expect(process(jobOf(page), stale)).rejects.toBeInstanceOf(StaleWorkerError);
    const signal = AbortSignal.abort(new AbortedError('cancelled', 'ended'));
    await expect(process(jobOf(page), contextOf({ signal, lastAttempt: true }))).rejects.toMatchObject({
      code: 'cancelled',
    });
    await expect(process(jobOf(page, { deadline_at: 1_000 }), contextOf())).rejects.toMatchObject({
      code: 'deadline',
    });
    expect(writes).toEqual([]);
  });

  it('is not disturbed by a report that fails', async () => {
    const page = pageOf('Some text.');
    const { process } = system([page], {
      report: () => {
        throw new Error('nobody listens');
      },
    });
    expect(await process(jobOf(page), contextOf())).toMatchObject({ outcome: 'indexed' });
  });
});
