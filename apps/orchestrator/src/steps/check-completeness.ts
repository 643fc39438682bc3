import { createHash } from 'node:crypto';
import type { Evidence, Judgement, SearchRecord } from '@agentic-search/shared/records';
import { bookEmbedding } from '../budget.js';
import { judgeCompleteness } from '../decisions/judge-completeness/judge-completeness.js';
import type { Retrieved } from './evidence-of.js';
import { freshSince, staleUrls } from './freshness.js';
import type { StepContext } from './step.js';

export interface Checked {
  judgement: Judgement;
  decidedBy: 'llm' | 'rules' | 'carried';
  /** True when the score reaches the threshold and the evidence behind it is fresh enough. */
  complete: boolean;
  /** URLs to revalidate before the evidence counts. */
  revalidate: string[];
  /** Notes the judgement, the evidence behind the highest score and the chunks seen. */
  change: (record: SearchRecord) => SearchRecord;
}

/** The judge sees this many tokens of passages at most. */
const MAX_PROMPT_TOKENS = 12_000;

const chunkMark = (passage: Evidence) => `${passage.chunk_id}:${passage.content_hash.slice(0, 12)}`;

function fingerprint(evidence: readonly Evidence[]): string {
  return createHash('sha256').update(evidence.map(chunkMark).sort().join('\n')).digest('hex').slice(0, 32);
}

const nothing = (question: string): Judgement => ({
  score: 0,
  covered: [],
  gaps: [question],
  reasoning: 'the knowledge base has no passage on this',
});

/** Judges how far the evidence answers the original question; the same evidence is not judged twice. */
export async function checkCompleteness(context: StepContext, found: Retrieved): Promise<Checked> {
  const { record, parts } = context;
  const { evidence } = found;
  const print = fingerprint(evidence);
  const judged = await judge(context, evidence, print);
  const { judgement } = judged;
  const covering = new Set(judgement.covered.flatMap((part) => part.chunk_ids));
  const behind =
    covering.size === 0 ? evidence : evidence.filter((passage) => covering.has(passage.chunk_id));
  const reached = evidence.length > 0 && judgement.score >= record.request.completeness_threshold;
  const since = freshSince(record, parts.limits.pageMaxAgeSeconds, parts.now());
  const revalidate = reached ? staleUrls(behind, since) : [];
  return {
    ...judged,
    complete: reached && revalidate.length === 0,
    revalidate,
    change: (before) => {
      // Nothing found is an answer too: it says how it was looked for.
      const better = before.best === null || judgement.score >= before.best.judgement.score;
      return {
        ...bookEmbedding(before, found.embeddingTokens, parts.embeddingPrice),
        judged: { ...judgement, fingerprint: print },
        best:
          before.best === null || (better && evidence.length > 0)
            ? { judgement, evidence, retrieval: found.retrieval, reranked: found.reranked }
            : before.best,
        seen: [...new Set([...before.seen, ...evidence.map(chunkMark)])],
        revalidate,
      };
    },
  };
}

async function judge(
  context: StepContext,
  evidence: Evidence[],
  print: string,
): Promise<{ judgement: Judgement; decidedBy: 'llm' | 'rules' | 'carried' }> {
  const { record, ask } = context;
  if (evidence.length === 0) return { judgement: nothing(record.request.query), decidedBy: 'rules' };
  if (record.judged?.fingerprint === print) {
    const { fingerprint: _print, ...judgement } = record.judged;
    return { judgement, decidedBy: 'carried' };
  }
  const { decided_by: decidedBy, ...judgement } = await judgeCompleteness({
    question: record.request.query,
    query: record.current_query,
    evidence,
    askModel: ask,
    key: `judge/${record.iteration}/${record.step}`,
    maxPromptTokens: MAX_PROMPT_TOKENS,
  });
  return { judgement, decidedBy };
}

/** The fields of a check in the history. */
export function checkEntry(query: string, found: Retrieved, checked: Checked) {
  const stale = checked.revalidate.map((url) => `${url} was last checked too long ago`);
  return {
    query,
    completeness: checked.judgement.score,
    gaps: [...checked.judgement.gaps, ...stale],
    reasoning: checked.judgement.reasoning,
    results_considered: found.evidence.length,
    decided_by: checked.decidedBy,
  };
}
