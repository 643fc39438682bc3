import type { Embedder } from '@agentic-search/shared/ports/embedder';
import { describe, expect, it } from 'vitest';
import { embeddingText, embedPassages } from './embed-passages.js';

const passage = (content: string) => ({ title: 'Guide', headingPath: ['Guide', 'Use'], prose: '', content });

/** Refuses texts that match. */
const fussy = (refuses: (text: string) => boolean): Embedder => ({
  id: 'fussy',
  dimensions: 1,
  maxBatch: 20,
  embed: async (texts) =>
    texts.map((text) =>
      refuses(text)
        ? { ok: false, code: 'text_too_long', detail: 'too long' }
        : { ok: true, vector: Float32Array.of(text.length), tokens: 1 },
    ),
  check: async () => ({ detail: 'here' }),
});
const options = { cache: null, signal: new AbortController().signal };

describe('embeddingText', () => {
  it('is title, headings and content, the title not twice, and no half character', () => {
    expect(embeddingText(passage('Text.'))).toBe('Guide > Use\n\nText.');
    expect(embeddingText({ title: '', headingPath: [], prose: '', content: 'Text.' })).toBe('Text.');
    expect(embeddingText({ ...passage('a();'), prose: 'Call it:' })).toBe('Guide > Use\n\nCall it:\n\na();');
    expect(
      embeddingText({ title: '', headingPath: [], prose: '', content: '😀😀😀' }, 1 / 2).isWellFormed(),
    ).toBe(true);
  });
});

describe('embedPassages', () => {
  it('gives a vector to every passage, by less of its content where that is refused', async () => {
    const contents = ['short', 'x'.repeat(100), 'y'.repeat(1_000)];
    const { vectors, tokens, refused } = await embedPassages(contents.map(passage), {
      ...options,
      embedder: fussy((text) => text.length > 70),
    });
    expect(vectors.map((vector) => vector?.[0])).toEqual([
      'Guide > Use\n\nshort'.length,
      13 + 50,
      'Guide > Use'.length,
    ]);
    expect([tokens, refused]).toEqual([3, 2]);
  });

  it('leaves one without a vector when even its place is refused, and not its neighbours', async () => {
    const bad = { title: 'Bad', headingPath: [], prose: '', content: 'bad' };
    const embedder = fussy((text) => text.startsWith('Bad'));
    const { vectors, refused } = await embedPassages([passage('a'), bad, passage('b')], {
      ...options,
      embedder,
    });
    expect(vectors.map((vector) => vector !== null)).toEqual([true, false, true]);
    expect(refused).toBe(1);
  });
});
