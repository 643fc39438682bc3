import { AbortedError } from '@agentic-search/shared/errors';
import type { SearchEngine } from '@agentic-search/shared/ports/search-engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** An engine over a small web in which `pool` is found at least twice and `nothing` never. */
export interface SearchEngineSubject {
  engine: SearchEngine;
  close(): Promise<void>;
}

const signal = new AbortController().signal;

/** What every adapter of the SearchEngine port does while its engine is well. */
export function searchEngineContract(name: string, start: () => Promise<SearchEngineSubject>): void {
  describe(`SearchEngine contract: ${name}`, () => {
    let subject: SearchEngineSubject;
    let engine: SearchEngine;

    beforeAll(async () => {
      subject = await start();
      engine = subject.engine;
    });
    afterAll(() => subject.close());

    it('gives hits with absolute http(s) URLs and text', async () => {
      const outcome = await engine.search('pool', { limit: 20, signal });
      if (outcome.kind !== 'results') throw new Error(`unavailable: ${outcome.detail}`);
      expect(outcome.engine).not.toBe('');
      expect(outcome.hits.length).toBeGreaterThanOrEqual(2);
      for (const hit of outcome.hits) {
        expect(new URL(hit.url).protocol).toMatch(/^https?:$/);
        expect(typeof hit.title).toBe('string');
        expect(typeof hit.snippet).toBe('string');
        if (hit.publishedAt !== null) expect(new Date(hit.publishedAt).toISOString()).toBe(hit.publishedAt);
      }
    });

    it('gives at most as many hits as asked for, the first ones', async () => {
      const all = await engine.search('pool', { limit: 20, signal });
      const one = await engine.search('pool', { limit: 1, signal });
      if (all.kind !== 'results' || one.kind !== 'results') throw new Error('the engine is well');
      expect(one.hits).toEqual(all.hits.slice(0, 1));
    });

    it('gives an empty list where nothing is found', async () => {
      expect(await engine.search('nothing', { limit: 20, signal })).toMatchObject({
        kind: 'results',
        hits: [],
      });
    });

    it.each(['!nosuchengine pool', ':de pool', '!!g pool', '?ld pool', '<3 pool'])(
      'takes a question as words, not as commands: %s',
      async (query) => {
        const outcome = await engine.search(query, { limit: 5, signal });
        expect(outcome.kind).toBe('results');
      },
    );

    it('finds nothing for a query of nothing but syntax', async () => {
      expect(await engine.search(' !! ? : ', { limit: 5, signal })).toMatchObject({
        kind: 'results',
        hits: [],
      });
    });

    it('says that it is well', async () => {
      expect(await engine.check({ signal })).toMatchObject({ ok: true });
    });

    it('ends when the signal fires', async () => {
      const controller = new AbortController();
      controller.abort();
      const call = engine.search('pool', { limit: 5, signal: controller.signal });
      await expect(call).rejects.toBeInstanceOf(AbortedError);
    });
  });
}
