import type { Answer } from '@agentic-search/shared/records';
import type { DecidedBy } from './ask-model.js';
import { type AnswerCounts, assembleAnswer } from './verify-citations/assemble-answer.js';
import { verifyCitations } from './verify-citations/verify-citations.js';
import { extractAnswer } from './write-answer/extract-answer.js';
import { type AnswerInput, writeAnswer } from './write-answer/write-answer.js';

const MAX_OUTPUT_TOKENS = 900;

/**
 * Writes, checks and puts together the answer. When nothing that the model wrote holds, the rules write one: an invented answer
 * must not cost the true one. A model that says it found nothing is believed.
 */
export async function composeAnswer(
  input: Omit<AnswerInput, 'maxOutputTokens'> & { maxOutputTokens?: number },
): Promise<{ answer: Answer; counts: AnswerCounts; decided_by: DecidedBy }> {
  const draft = await writeAnswer({ maxOutputTokens: MAX_OUTPUT_TOKENS, ...input });
  const verified = verifyCitations(draft.sentences, input.evidence);
  if (draft.decided_by === 'rules' || verified.sentences.length > 0 || draft.sentences.length === 0) {
    return { ...assembleAnswer(verified), decided_by: draft.decided_by };
  }
  const extracted = verifyCitations(extractAnswer(input.question, input.evidence), input.evidence);
  const dropped = [...verified.dropped, ...extracted.dropped];
  return { ...assembleAnswer({ sentences: extracted.sentences, dropped }), decided_by: 'rules' };
}
