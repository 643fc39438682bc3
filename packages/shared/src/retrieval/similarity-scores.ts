import type { RankedChunk } from '../ports/vector-store/chunk.js';

const clamp = (value: number) => Math.min(1, Math.max(0, value));

function best(scores: Map<string, number>, id: string, score: number): void {
  scores.set(id, Math.max(scores.get(id) ?? 0, clamp(score)));
}

/** BM25 as a share of the list's best score. */
function shares(list: readonly RankedChunk[]): [string, number][] {
  const top = list[0]?.score ?? 0;
  return list.map(({ chunk, score }) => [chunk.id, top > 0 ? score / top : 0]);
}

/**
 * What a passage shows as `similarity_score`, 0–1 and comparable within one response. Where dense search ran it is
 * the cosine, and never a fusion score. A passage that only the lexical list has lies beyond the last dense hit: it
 * gets that hit's cosine, scaled by its share of the best BM25. Without dense search it is that share.
 */
export function similarityScores(
  searches: readonly { dense: readonly RankedChunk[] | null; lexical: readonly RankedChunk[] | null }[],
): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { dense } of searches) {
    for (const { chunk, score } of dense ?? []) best(scores, chunk.id, score);
  }
  const cosines = new Set(scores.keys());
  for (const { dense, lexical } of searches) {
    const ceiling = dense ? clamp(dense.at(-1)?.score ?? 0) : 1;
    for (const [id, share] of shares(lexical ?? [])) {
      if (!cosines.has(id)) best(scores, id, ceiling * share);
    }
  }
  return scores;
}
