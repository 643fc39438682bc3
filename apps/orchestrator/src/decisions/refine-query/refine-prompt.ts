import type { Evidence } from '@agentic-search/shared/records';
import { z } from 'zod';
import { FENCE_RULE, fenceData, plainLine } from '../prompt/fence-data.js';

export const refineReplySchema = z.object({
  queries: z.array(z.string().min(1).max(200)).min(1).max(3),
  reasoning: z.string().max(160),
});

const SYSTEM = `You write the next queries for a web search engine, after earlier ones did not bring all of the answer. Reply with JSON only.
queries: 2 or 3 new queries, best first, 3 to 10 words each, unlike those already tried: aim at what is missing, use the words that documentation would use, keep names and identifiers as they are, take a question of several parts part by part.
reasoning: at most 12 words.
${FENCE_RULE}`;

/** Stable parts first. */
export function refineMessages(input: {
  question: string;
  gaps: readonly string[];
  tried: readonly string[];
  evidence: readonly Evidence[];
}): { role: 'system' | 'user'; content: string }[] {
  const seen = input.evidence
    .slice(0, 3)
    .map((item, i) =>
      fenceData(`passage ${i + 1}`, `${plainLine(item.title, 120)}\n${item.content.slice(0, 500)}`),
    )
    .join('\n');
  const list = (items: readonly string[]): string =>
    items.map((item) => `- ${plainLine(item, 200)}`).join('\n');
  return [
    { role: 'system', content: SYSTEM },
    {
      role: 'user',
      content: `${seen}\n\nQuestion: ${plainLine(input.question, 2_000)}\nMissing:\n${list(input.gaps.slice(0, 6))}\nAlready tried:\n${list(input.tried.slice(-12))}`,
    },
  ];
}
