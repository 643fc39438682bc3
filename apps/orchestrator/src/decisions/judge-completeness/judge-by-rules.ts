import type { Evidence, Judgement } from '@agentic-search/shared/records';
import { analyseQuestion } from '../question/analyse-question.js';
import type { AnswerKind, QuestionPart } from '../question/question.js';
import { assessQuestion, overallScore, type PartAssessment } from '../support/assess-question.js';

/** From here on a part counts as covered; under it its gap is named. */
const COVERED = 0.6;

const WANTED: Record<AnswerKind, string> = {
  count: 'a number',
  duration: 'a duration',
  size: 'a size',
  value: 'the value',
  name: 'the name',
  how_to: 'instructions',
  yes_no: 'a statement',
  reason: 'a reason',
  date: 'a date',
  person: 'a person',
  place: 'a place',
  money: 'a price',
  definition: 'an explanation',
  list: 'the list',
};

/** Judges by coverage, answer kind and calibration; no model. */
export function judgeByRules(question: string, evidence: readonly Evidence[]): Judgement {
  const parts = assessQuestion(analyseQuestion(question), evidence);
  const score = evidence.length === 0 ? 0 : overallScore(parts);
  const covered = parts
    .filter((part) => part.score >= COVERED)
    .map((part) => ({ part: part.part.text.slice(0, 300), chunk_ids: chunkIds(part) }));
  const gaps = parts.filter((part) => part.score < 0.8).map((part) => gapOf(part));
  return {
    score,
    covered,
    gaps: [...new Set(gaps)].slice(0, 6),
    reasoning: reasoningOf(parts, evidence.length, score),
  };
}

function chunkIds(part: PartAssessment): string[] {
  const good = part.supports.filter((support) => support.score >= Math.max(COVERED, part.score * 0.8));
  return [...new Set(good.map((support) => support.passage.evidence.chunk_id))].slice(0, 5);
}

/** What to look for next, as a phrase: the words that no passage joins to the subject, or the kind of answer. */
function gapOf({ part, supports }: PartAssessment): string {
  const best = supports[0];
  const subject = keywords(part).slice(0, 4).join(' ');
  if (best === undefined) return `nothing found on ${subject === '' ? part.text.slice(0, 100) : subject}`;
  if (best.missing.length > 0) {
    const names = part.focus
      .filter((term) => term.weight >= 1 && !best.missing.includes(term.text))
      .slice(0, 2);
    const about = names.length === 0 ? '' : ` (${names.map((term) => term.text).join(' ')})`;
    return `nothing found on ${best.missing.slice(0, 4).join(', ')}${about}`;
  }
  return `${WANTED[part.kind]} for ${subject}`;
}

function keywords(part: QuestionPart): string[] {
  return [...part.focus].sort((a, b) => b.weight - a.weight).map((term) => term.text);
}

function reasoningOf(parts: readonly PartAssessment[], passages: number, score: number): string {
  if (passages === 0) return 'no passages';
  const answered = parts.filter((part) => part.score >= 0.8).length;
  if (parts.length > 1) return `${answered} of ${parts.length} parts answered by the passages`;
  const best = parts[0]?.supports[0];
  if (best === undefined) return 'no passage shares a telling word with the question';
  if (score >= 0.8)
    return `a passage states ${WANTED[parts[0]?.part.kind ?? 'definition']} with the words asked`;
  if (best.missing.length > 0) return `best passage lacks: ${best.missing.slice(0, 4).join(', ')}`;
  return 'the words are there, but no sentence joins them to an answer';
}
