import type { Evidence, Judgement } from '@agentic-search/shared/records';
import type { AskModel, DecidedBy } from '../ask-model.js';
import { fitPassages, type LabelledPassages, LEAST_PASSAGES } from '../prompt/fit-passages.js';
import { judgeByRules } from './judge-by-rules.js';
import { type JudgeReply, judgeMessages, judgeReplySchema } from './judge-prompt.js';

export interface JudgeInput {
  /** The original question: this is what is judged. */
  question: string;
  /** The query the evidence was found with. */
  query: string;
  /** Best first. */
  evidence: readonly Evidence[];
  askModel: AskModel | null;
  /** Names the call within the search, e.g. `judge/2/local_check`. */
  key: string;
  /** Tokens the passages may take in the prompt. */
  maxPromptTokens: number;
}

const MAX_OUTPUT_TOKENS = 500;

/** How far the evidence answers the original question. The model decides when there is one and its reply holds; else rules. */
export async function judgeCompleteness(input: JudgeInput): Promise<Judgement & { decided_by: DecidedBy }> {
  const { question, evidence, askModel } = input;
  if (askModel !== null && evidence.length > 0) {
    const judged = await askForJudgement(input, askModel);
    if (judged !== null) return { ...judged, decided_by: 'llm' };
  }
  return { ...judgeByRules(question, evidence), decided_by: 'rules' };
}

async function askForJudgement(input: JudgeInput, askModel: AskModel): Promise<Judgement | null> {
  const full = await askOnce(input.evidence, input.maxPromptTokens, input.key);
  if (full !== 'too_long') return full;
  // Less evidence rather than none: the first five within half the room.
  const short = await askOnce(
    input.evidence.slice(0, LEAST_PASSAGES),
    Math.floor(input.maxPromptTokens / 2),
    `${input.key}/short`,
  );
  return short === 'too_long' ? null : short;

  async function askOnce(
    evidence: readonly Evidence[],
    budget: number,
    key: string,
  ): Promise<Judgement | null | 'too_long'> {
    const passages = await fitPassages(evidence, budget);
    const reply = await askModel({
      task: 'judge',
      key,
      messages: judgeMessages(input.question, input.query, passages.text),
      schemaName: 'completeness',
      schema: judgeReplySchema,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
    });
    if (!reply.ok) return reply.reason === 'context_too_long' ? 'too_long' : null;
    return checkedJudgement(reply.value, passages);
  }
}

/** null when the reply names passages that were not shown, scores outside 0–1, or claims an answer without a passage. */
function checkedJudgement(value: JudgeReply, passages: LabelledPassages): Judgement | null {
  const parsed = judgeReplySchema.safeParse(value);
  if (!parsed.success) return null;
  const { score, covered, gaps, reasoning } = parsed.data;
  const known = covered.map(({ part, passages: labels }) => ({
    part,
    found: labels.map((label) => passages.find(label)),
  }));
  if (known.some(({ found }) => found.includes(null))) return null;
  const parts = known
    .map(({ part, found }) => ({
      part,
      chunk_ids: [...new Set(found.flatMap((item) => item?.chunk_id ?? []))],
    }))
    .filter(({ chunk_ids }) => chunk_ids.length > 0);
  if (score >= 0.5 && parts.length === 0) return null;
  return {
    score,
    covered: parts,
    gaps: gaps.filter((gap) => gap.trim() !== ''),
    reasoning: firstWords(reasoning, 12),
  };
}

function firstWords(text: string, count: number): string {
  return text.replace(/\s+/gu, ' ').trim().split(' ').slice(0, count).join(' ');
}
