import { z } from 'zod';
import { FENCE_RULE, plainLine } from '../prompt/fence-data.js';

/** What the model says of the evidence; passages are named by their labels. */
export const judgeReplySchema = z.object({
  score: z.number().min(0).max(1),
  covered: z
    .array(z.object({ part: z.string().max(200), passages: z.array(z.string().max(64)).max(10) }))
    .max(8),
  gaps: z.array(z.string().max(160)).max(6),
  reasoning: z.string().max(240),
});
export type JudgeReply = z.infer<typeof judgeReplySchema>;

const SYSTEM = `You judge whether passages answer a question in full. Reply with JSON only.
score: 0 to 1. 1.0 every part is answered by words in the passages; 0.8 all that matters is; 0.5 half of it; 0.2 only the subject is touched; 0 nothing.
covered: the parts of the question that are answered, each with the labels (P1, P2 …) of the passages that answer it.
gaps: what is still missing, as short phrases to search for; empty when nothing is.
reasoning: at most 12 words.
Judge the question as asked, not one like it: another product, version or option does not answer it. Do not use what you know yourself.
${FENCE_RULE}`;

/** Stable parts first: servers cache a prompt from its beginning. */
export function judgeMessages(
  question: string,
  query: string,
  passages: string,
): { role: 'system' | 'user'; content: string }[] {
  const searched =
    query.trim() === question.trim()
      ? ''
      : `\nThe passages were found with the query: ${plainLine(query, 400)}`;
  return [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: `${passages}\n\nQuestion: ${plainLine(question, 2_000)}${searched}` },
  ];
}
