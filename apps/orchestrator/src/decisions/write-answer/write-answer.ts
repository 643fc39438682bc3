import type { Evidence, Judgement } from '@agentic-search/shared/records';
import type { AskModel, DecidedBy } from '../ask-model.js';
import { fitPassages, LEAST_PASSAGES } from '../prompt/fit-passages.js';
import { answerMessages, answerReplySchema } from './answer-prompt.js';
import type { DraftSentence } from './draft-sentence.js';
import { extractAnswer } from './extract-answer.js';

export interface AnswerInput {
  question: string;
  /** Best first. */
  evidence: readonly Evidence[];
  judgement: Pick<Judgement, 'covered' | 'gaps'>;
  askModel: AskModel | null;
  key: string;
  maxOutputTokens: number;
  /** Tokens the passages may take in the prompt; 6,000 unless given. */
  maxPromptTokens?: number;
}

/** Drafts an answer sentence by sentence, each with quotes; nothing is checked yet, that is the verifier's part. */
export async function writeAnswer(
  input: AnswerInput,
): Promise<{ sentences: DraftSentence[]; decided_by: DecidedBy }> {
  if (input.askModel !== null && input.evidence.length > 0) {
    const sentences = await askForAnswer(input, input.askModel);
    if (sentences !== null) return { sentences, decided_by: 'llm' };
  }
  return { sentences: extractAnswer(input.question, input.evidence), decided_by: 'rules' };
}

async function askForAnswer(input: AnswerInput, askModel: AskModel): Promise<DraftSentence[] | null> {
  const ordered = coveringFirst(input.evidence, input.judgement);
  const budget = input.maxPromptTokens ?? 6_000;
  const full = await askOnce(ordered, budget, input.key);
  if (full !== 'too_long') return full;
  const short = await askOnce(ordered.slice(0, LEAST_PASSAGES), Math.floor(budget / 2), `${input.key}/short`);
  return short === 'too_long' ? null : short;

  async function askOnce(
    evidence: readonly Evidence[],
    tokens: number,
    key: string,
  ): Promise<DraftSentence[] | null | 'too_long'> {
    const passages = await fitPassages(evidence, tokens);
    const reply = await askModel({
      task: 'answer',
      key,
      messages: answerMessages(input.question, input.judgement.gaps, passages.text),
      schemaName: 'answer',
      schema: answerReplySchema,
      maxOutputTokens: input.maxOutputTokens,
    });
    // A limit that has no room for all of the evidence may have it for the best of it.
    if (!reply.ok)
      return reply.reason === 'context_too_long' || reply.reason === 'budget' ? 'too_long' : null;
    const parsed = answerReplySchema.safeParse(reply.value);
    if (!parsed.success) return null;
    if (!parsed.data.found) return [];
    // An unknown label cites nothing; the verifier drops the sentence if nothing else supports it.
    return parsed.data.sentences.map(({ text, citations }) => ({
      text,
      citations: citations.map(({ passage, quote }) => ({
        chunk_id: passages.find(passage)?.chunk_id ?? '',
        quote,
      })),
    }));
  }
}

/** Passages that the judge named come first, so that a small budget keeps them. */
function coveringFirst(evidence: readonly Evidence[], judgement: Pick<Judgement, 'covered'>): Evidence[] {
  const named = new Set(judgement.covered.flatMap(({ chunk_ids }) => chunk_ids));
  return [
    ...evidence.filter((item) => named.has(item.chunk_id)),
    ...evidence.filter((item) => !named.has(item.chunk_id)),
  ];
}
