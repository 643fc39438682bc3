import { z } from 'zod';
import type { Exchange } from '../../http/exchange.js';
import { embedderBadReply } from './embedder-error.js';
import { readVector } from './read-vector.js';

const replySchema = z.object({
  data: z.array(z.object({ embedding: z.unknown(), index: z.int().min(0).nullish().catch(null) })),
  usage: z
    .object({ prompt_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
});

/** The vectors of one reply in the order of the texts, and what the server counted for all of them. */
export interface Embeddings {
  vectors: Float32Array[];
  promptTokens: number | null;
}

/** Reads a 200 for `count` texts, put in order by `index` where given. Throws PermanentError `embedder_bad_reply`. */
export function readEmbeddings(answer: Exchange, count: number): Embeddings {
  const reply = replySchema.safeParse(answer.json);
  if (!reply.success) throw embedderBadReply('answered without a list of embeddings');
  const vectors = new Map<number, Float32Array>();
  for (const [position, item] of reply.data.data.entries()) {
    const vector = readVector(item.embedding);
    if (!vector)
      throw embedderBadReply('gave something other than one vector per text (is pooling switched on?)');
    vectors.set(item.index ?? position, vector);
  }
  const ordered = Array.from({ length: count }, (_, index) => vectors.get(index));
  if (reply.data.data.length !== count || !ordered.every((vector) => vector !== undefined)) {
    throw embedderBadReply(`gave ${reply.data.data.length} embeddings for ${count} texts`);
  }
  return { vectors: ordered, promptTokens: reply.data.usage?.prompt_tokens ?? null };
}
