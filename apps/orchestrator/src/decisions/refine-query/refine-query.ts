import type { Evidence } from '@agentic-search/shared/records';
import type { AskModel, DecidedBy } from '../ask-model.js';
import { normaliseQuery } from './normalise-query.js';
import { refineByRules } from './refine-by-rules.js';
import { refineMessages, refineReplySchema } from './refine-prompt.js';

export interface RefineInput {
  question: string;
  currentQuery: string;
  gaps: readonly string[];
  /** Best first. */
  evidence: readonly Evidence[];
  /** Every query this search has used. */
  tried: readonly string[];
  /** Queries that earlier refinements left over, best first. */
  reserve: readonly string[];
  askModel: AskModel | null;
  key: string;
}

export interface Refinement {
  /** At most 3, none tried before; empty when the rules have no more to offer. */
  refined_queries: string[];
  /** The next query, or null when there is none that was not tried. */
  selected: string | null;
  reserve: string[];
  reasoning: string;
  decided_by: DecidedBy;
}

const MOST_QUERIES = 3;
const LONGEST_QUERY = 200;
const MOST_RESERVE = 8;
const MAX_OUTPUT_TOKENS = 200;
/** Other words are wanted here, not the likeliest ones; a configured temperature goes first. */
const TEMPERATURE = 0.5;

/** New queries from question, gaps and what was seen; the best untried one is selected, the others are kept in reserve. */
export async function refineQuery(input: RefineInput): Promise<Refinement> {
  const used = new Set([...input.tried, input.currentQuery].map(normaliseQuery));
  const byModel = input.askModel === null ? null : await askForQueries(input, input.askModel);
  const proposed = byModel === null ? [] : untried(byModel.queries, used);
  // A model that only repeats itself has not decided anything.
  const decidedBy: DecidedBy = proposed.length > 0 ? 'llm' : 'rules';
  const refined =
    decidedBy === 'llm'
      ? proposed
      : untried(
          refineByRules(input.question, input.currentQuery, input.gaps, input.evidence),
          used,
          input.reserve,
        );
  const [selected = null, ...rest] = untried(
    [...refined, ...input.reserve],
    used,
    [],
    MOST_QUERIES + MOST_RESERVE,
  );
  return {
    refined_queries: refined,
    selected,
    reserve: rest.slice(0, MOST_RESERVE),
    reasoning: reasoningOf(byModel?.reasoning ?? '', decidedBy, input.gaps, selected),
    decided_by: decidedBy,
  };
}

async function askForQueries(
  input: RefineInput,
  askModel: AskModel,
): Promise<{ queries: string[]; reasoning: string } | null> {
  const reply = await askModel({
    task: 'refine',
    key: input.key,
    messages: refineMessages({ ...input, tried: [...input.tried, ...input.reserve] }),
    schemaName: 'refinement',
    schema: refineReplySchema,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: TEMPERATURE,
  });
  if (!reply.ok) return null;
  const parsed = refineReplySchema.safeParse(reply.value);
  return parsed.success ? parsed.data : null;
}

function untried(
  queries: readonly string[],
  used: ReadonlySet<string>,
  alsoKnown: readonly string[] = [],
  most = MOST_QUERIES,
): string[] {
  const seen = new Set([...used, ...alsoKnown.map(normaliseQuery)]);
  const fresh: string[] = [];
  for (const query of queries) {
    const clean = query.toWellFormed().replace(/\s+/gu, ' ').trim().slice(0, LONGEST_QUERY).trim();
    const normal = normaliseQuery(clean);
    if (normal === '' || seen.has(normal)) continue;
    seen.add(normal);
    fresh.push(clean);
    if (fresh.length === most) break;
  }
  return fresh;
}

function reasoningOf(
  reasoning: string,
  decidedBy: DecidedBy,
  gaps: readonly string[],
  selected: string | null,
): string {
  const short = reasoning.replace(/\s+/gu, ' ').trim().split(' ').slice(0, 12).join(' ');
  if (decidedBy === 'llm' && short !== '') return short;
  if (selected === null) return 'no untried query left';
  return gaps.length > 0
    ? `aims at: ${gaps[0]}`.slice(0, 160)
    : 'keywords of the question with words of the best passages';
}
