import { resolveWorkerEntry } from '@agentic-search/shared/threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createExtractor, type Extractor } from './create-extractor.js';
import type { ExtractInput } from './extract-result.js';

const open: Extractor[] = [];
afterEach(() => Promise.all(open.splice(0).map((extractor) => extractor.close())));

function extractorWith(options: { timeoutMs?: number; hostile?: boolean }): Extractor {
  const extractor = createExtractor({
    threads: 1,
    timeoutMs: options.timeoutMs ?? 20_000,
    maxMemoryMb: 64,
    idleTimeoutMs: 1_000,
    ...(options.hostile
      ? {
          entry: resolveWorkerEntry(
            import.meta.url,
            '../../../../test/fixtures/threads/hostile-extract-thread.js',
          ),
        }
      : {}),
  });
  open.push(extractor);
  return extractor;
}

const page = (text: string): ExtractInput => ({
  body: Buffer.from(text),
  contentType: 'text/plain',
  finalUrl: 'https://a.example/x.txt',
  status: 200,
  headers: {},
});

describe('createExtractor', () => {
  it('reads a page in a thread, also when the body is a view of a larger buffer', async () => {
    const extractor = createExtractor({
      threads: 1,
      timeoutMs: 20_000,
      maxMemoryMb: 512,
      idleTimeoutMs: 1_000,
    });
    open.push(extractor);
    const body = Buffer.from('XXsome plain text').subarray(2);
    expect(await extractor.extract({ ...page(''), body })).toMatchObject({
      ok: true,
      markdown: 'some plain text\n',
    });
  });

  it('kills a thread that takes too long, and reads the next page', async () => {
    const extractor = extractorWith({ hostile: true, timeoutMs: 4_000 });
    const [spun, next] = await Promise.all([
      extractor.extract(page('spin')),
      extractor.extract(page('next')),
    ]);
    expect(spun).toEqual({
      ok: false,
      code: 'extraction_failed',
      detail: 'the page took longer than 4000 ms to read',
    });
    expect(next).toMatchObject({ detail: 'next' });
  });

  it('survives a thread that eats its memory or throws', async () => {
    const extractor = extractorWith({ hostile: true });
    expect(await extractor.extract(page('eat'))).toMatchObject({
      code: 'extraction_failed',
      detail: expect.stringContaining('64 MiB'),
    });
    expect(await extractor.extract(page('throw'))).toMatchObject({ code: 'extraction_failed' });
    expect(await extractor.extract(page('next'))).toMatchObject({ detail: 'next' });
  });

  it('passes an abort on', async () => {
    const extractor = extractorWith({ hostile: true });
    const controller = new AbortController();
    const spinning = extractor.extract(page('spin'), controller.signal);
    controller.abort();
    await expect(spinning).rejects.toThrow();
    await expect(extractor.extract(page('spin'), AbortSignal.abort())).rejects.toThrow();
  });
});
