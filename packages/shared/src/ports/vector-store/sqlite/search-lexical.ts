import type { ChunkFilter, RankedChunk, SparseVector } from '../chunk.js';
import { allowedRowids, spacesOf } from './chunk-filter.js';
import type { Collection } from './collection.js';
import type { Database } from './database.js';
import { BLOCK_SIZE, unpackBlock } from './posting-block.js';
import { rankedChunks } from './read-chunks.js';

interface AskedTerm {
  id: number;
  /** Query weight × IDF. */
  factor: number;
}

function askedTerms(database: Database, { id, chunks }: Collection, terms: SparseVector): AskedTerm[] {
  const rows = database.all<{ id: number; text: string; df: number }>(
    `SELECT id, text, df FROM c${id}_term WHERE text IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...terms.keys()]),
  );
  return rows.map(({ id: term, text, df }) => ({
    id: term,
    factor: (terms.get(text) ?? 0) * Math.log(1 + (chunks - df + 0.5) / (df + 0.5)),
  }));
}

function addScores(
  database: Database,
  { id }: Collection,
  space: number,
  terms: readonly AskedTerm[],
  scores: Float64Array,
): void {
  for (const term of terms) {
    const blocks = database.all<{ block: number; entries: Uint8Array }>(
      `SELECT block, entries FROM c${id}_posting WHERE space = ? AND term = ?`,
      space,
      term.id,
    );
    for (const { block, entries } of blocks) {
      const { weights, places } = unpackBlock(entries);
      const base = block * BLOCK_SIZE;
      for (let index = 0; index < places.length; index += 1) {
        const rowid = base + (places[index] ?? 0);
        scores[rowid] = (scores[rowid] ?? 0) + term.factor * (weights[index] ?? 0);
      }
    }
  }
}

/** Chunks whose score is among the `limit` best, ties of the last one included. */
function bestOf(scores: Float64Array, limit: number): { rowid: number; score: number }[] {
  const positive = scores.filter((score) => score > 0).sort();
  const least = positive[Math.max(0, positive.length - limit)] ?? Number.POSITIVE_INFINITY;
  const best: { rowid: number; score: number }[] = [];
  for (const [rowid, score] of scores.entries()) if (score > 0 && score >= least) best.push({ rowid, score });
  return best;
}

function keepOnly(scores: Float64Array, allowed: readonly number[]): Float64Array {
  const kept = new Float64Array(scores.length);
  for (const rowid of allowed) kept[rowid] = scores[rowid] ?? 0;
  return kept;
}

/** Best first by the port's lexical score, exact: every posting of every term is added up. */
export function searchLexical(
  database: Database,
  collection: Collection,
  terms: SparseVector,
  filter: ChunkFilter,
  limit: number,
): RankedChunk[] {
  const asked = askedTerms(database, collection, terms);
  if (asked.length === 0) return [];
  const highest = database.get<{ rowid: number | null }>(
    `SELECT max(rowid) AS rowid FROM c${collection.id}_chunk`,
  );
  const hits = spacesOf(database, collection, filter).flatMap((space) => {
    const allowed = allowedRowids(database, collection, space, filter);
    if (allowed?.length === 0) return [];
    const scores = new Float64Array((highest?.rowid ?? 0) + 1);
    addScores(database, collection, space, asked, scores);
    return bestOf(allowed ? keepOnly(scores, allowed) : scores, limit);
  });
  hits.sort((a, b) => b.score - a.score);
  // Of equal scores at the end of the list the chunk id decides, so they are read as well; not without end.
  const last = hits[limit - 1]?.score ?? 0;
  const worth = hits.filter(({ score }, index) => index < limit || score === last).slice(0, limit * 2);
  return rankedChunks(database, collection, worth).slice(0, limit);
}
