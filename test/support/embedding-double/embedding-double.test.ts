import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddingDouble, startEmbeddingDouble } from './embedding-double.js';
import { projectText } from './project-text.js';

describe('projectText', () => {
  it('gives unit vectors, the same for the same text, close for shared words', () => {
    const [one, two, far] = ['the pool size', 'size of the pool', 'yellow bananas'].map((text) =>
      projectText(text, 128),
    );
    if (!one || !two || !far) throw new Error('three texts');
    expect(Math.hypot(...one)).toBeCloseTo(1, 9);
    expect(projectText('the pool size', 128)).toEqual(one);
    expect(cosine(one, two)).toBeGreaterThan(cosine(one, far) + 0.3);
  });

  it('has a direction for texts without words', () => {
    expect(Math.hypot(...projectText('—', 16))).toBe(1);
  });
});

describe('startEmbeddingDouble', () => {
  let double: EmbeddingDouble;
  beforeEach(async () => {
    double = await startEmbeddingDouble({ dimensions: 8 });
  });
  afterEach(() => double.close());

  const embed = (input: string[]) =>
    fetch(`${double.baseUrl}/embeddings`, { method: 'POST', body: JSON.stringify({ input }) });

  it('counts the texts it gave a vector', async () => {
    await embed(['a', 'b']);
    await embed(['a']);
    double.answerNext({ kind: 'answer', status: 429, body: '' });
    expect((await embed(['c'])).status).toBe(429);
    expect([double.count('a'), double.count('b'), double.count('c')]).toEqual([2, 1, 0]);
    expect(double.embedded()).toEqual(['a', 'b', 'a']);
  });

  it('refuses a whole batch for one bad text', async () => {
    double.refuse((text) => text === 'bad');
    expect((await embed(['a', 'bad'])).status).toBe(400);
    expect(double.embedded()).toEqual([]);
  });

  it('holds and releases', async () => {
    double.hold();
    const held = embed(['a']);
    await double.waitForRequest(({ texts }) => texts.includes('a'));
    expect(double.embedded()).toEqual([]);
    double.release();
    expect((await held).status).toBe(200);
  });
});

function cosine(one: number[], other: number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
