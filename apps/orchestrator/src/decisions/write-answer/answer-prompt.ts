import { z } from 'zod';
import { FENCE_RULE, plainLine } from '../prompt/fence-data.js';

export const answerReplySchema = z.object({
  found: z.boolean(),
  sentences: z
    .array(
      z.object({
        text: z.string().max(600),
        citations: z.array(z.object({ passage: z.string().max(64), quote: z.string().max(500) })).max(4),
      }),
    )
    .max(8),
});
export type AnswerReply = z.infer<typeof answerReplySchema>;

const SYSTEM = `You answer a question from passages, in the language of the question. Reply with JSON only.
sentences: 1 to 6 short sentences; each with citations: the label of the passage (P1, P2 …) and a quote copied from it letter by letter that says what the sentence says. Numbers, names, units, versions, dates and negations of a sentence must stand in its quotes. Write no [n] marks.
When passages disagree, say so and cite both. When they do not answer the question, reply found false with no sentences: never fill in what you know yourself, never answer a question that is only similar.
${FENCE_RULE}`;

/** Stable parts first. */
export function answerMessages(
  question: string,
  gaps: readonly string[],
  passages: string,
): { role: 'system' | 'user'; content: string }[] {
  const open =
    gaps.length === 0 ? '' : `\nThe passages may lack: ${gaps.map((gap) => plainLine(gap, 160)).join('; ')}`;
  return [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: `${passages}\n\nQuestion: ${plainLine(question, 2_000)}${open}` },
  ];
}
