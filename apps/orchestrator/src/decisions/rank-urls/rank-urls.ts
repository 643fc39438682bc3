import type { SearchHit } from '@agentic-search/shared/ports/search-engine';
import type { AskModel, DecidedBy } from '../ask-model.js';
import { type RankedHit, rankByRules } from './rank-by-rules.js';
import { rankMessages, rankReplySchema } from './rank-prompt.js';

export interface RankInput {
  question: string;
  gaps: readonly string[];
  /** In the engine's order. */
  hits: readonly SearchHit[];
  askModel: AskModel | null;
  key: string;
}

const MAX_OUTPUT_TOKENS = 300;
const MOST_FOR_MODEL = 20;
/** A hit that the model leaves out is not worth opening, whatever the rules thought. */
const LEFT_OUT = 0.3;

/** Every hit by its position in the list that was given, best first; never a URL, so none can be made up. */
export async function rankUrls({ question, gaps, hits, askModel, key }: RankInput): Promise<{
  ranked: RankedHit[];
  decided_by: DecidedBy;
}> {
  const byRules = rankByRules(question, gaps, hits);
  if (askModel === null || hits.length === 0) return { ranked: byRules, decided_by: 'rules' };
  // The model sees the list in the order of the rules: what they put last is cut first.
  const shown = byRules.slice(0, MOST_FOR_MODEL);
  const shownHits = shown.flatMap(({ position }) => hits[position] ?? []);
  const reply = await askModel({
    task: 'rank',
    key,
    messages: rankMessages(question, gaps, shownHits),
    schemaName: 'ranking',
    schema: rankReplySchema,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  });
  const parsed = reply.ok ? rankReplySchema.safeParse(reply.value) : null;
  if (parsed === null || !parsed.success) return { ranked: byRules, decided_by: 'rules' };
  const kept = new Map<number, RankedHit>();
  for (const { position: place, score, reason } of parsed.data.keep) {
    const rule = shown[place - 1];
    if (rule === undefined) return { ranked: byRules, decided_by: 'rules' };
    if (kept.has(rule.position)) continue;
    const short = reason.replace(/\s+/gu, ' ').trim().split(' ').slice(0, 12).join(' ');
    kept.set(rule.position, {
      position: rule.position,
      score,
      reasoning: short === '' ? rule.reasoning : short,
    });
  }
  const ranked = byRules
    .map((rule) => kept.get(rule.position) ?? { ...rule, score: Math.min(rule.score, LEFT_OUT) })
    .sort((a, b) => b.score - a.score || a.position - b.position);
  return { ranked, decided_by: 'llm' };
}
