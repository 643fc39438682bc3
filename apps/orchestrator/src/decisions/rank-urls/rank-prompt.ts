import type { SearchHit } from '@agentic-search/shared/ports/search-engine';
import { z } from 'zod';
import { FENCE_RULE, fenceData, plainLine } from '../prompt/fence-data.js';

export const rankReplySchema = z.object({
  keep: z
    .array(
      z.object({
        position: z.int().min(1).max(100),
        score: z.number().min(0).max(1),
        reason: z.string().max(120),
      }),
    )
    .max(20),
});
export type RankReply = z.infer<typeof rankReplySchema>;

const SYSTEM = `You choose which search results to open to answer a question. Reply with JSON only.
keep: the results worth opening, best first, each with its position in the list, a score from 0 to 1 and a reason of at most 12 words. Leave out all others.
score: 1.0 surely holds the answer; 0.8 likely; 0.7 worth opening; under 0.5 leave out. Documentation of the very product that is asked about comes before forums and lists.
${FENCE_RULE}`;

/** Stable parts first; every result in its own fence so that one cannot speak for another. */
export function rankMessages(
  question: string,
  gaps: readonly string[],
  hits: readonly SearchHit[],
): { role: 'system' | 'user'; content: string }[] {
  const list = hits
    .map((hit, i) =>
      fenceData(
        `result ${i + 1}`,
        `${plainLine(hit.title, 160)}\n${plainLine(hit.url, 200)}\n${plainLine(hit.snippet, 300)}`,
      ),
    )
    .join('\n');
  const missing =
    gaps.length === 0 ? '' : `\nStill missing: ${gaps.map((gap) => plainLine(gap, 160)).join('; ')}`;
  return [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: `${list}\n\nQuestion: ${plainLine(question, 2_000)}${missing}` },
  ];
}
