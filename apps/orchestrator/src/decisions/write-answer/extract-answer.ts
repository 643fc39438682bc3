import type { Evidence } from '@agentic-search/shared/records';
import { analyseQuestion } from '../question/analyse-question.js';
import { assessQuestion, type PartAssessment } from '../support/assess-question.js';
import { coverTerm } from '../support/cover-term.js';
import type { Support } from '../support/find-support.js';
import type { WordLanguage } from '../words/stem.js';
import { type DraftSentence, draftSentence } from './draft-sentence.js';
import { findDisagreement } from './find-disagreement.js';

/** Below this a unit does not answer; docs/decisions.md shows how it was chosen. */
export const LEAST_SUPPORT = 0.66;
const MOST_SENTENCES = 4;

const OTHERWISE: Record<WordLanguage, string> = {
  en: 'Another source says otherwise:',
  de: 'Eine andere Quelle sagt es anders:',
  es: 'Otra fuente dice otra cosa:',
  fr: 'Une autre source dit autre chose :',
};

/** The one to four sentences of the evidence that answer a question, by rules; none when nothing does. */
export function extractAnswer(question: string, evidence: readonly Evidence[]): DraftSentence[] {
  const analysed = analyseQuestion(question);
  const parts = assessQuestion(analysed, evidence);
  const chosen: { support: Support; opening: string }[] = [];
  const add = (support: Support, opening: string): void => {
    if (!chosen.some((other) => sameUnit(other.support, support) || sameText(other.support, support))) {
      chosen.push({ support, opening });
    }
  };
  for (const part of parts) {
    const contrary = findDisagreement(part.part.kind, part.supports);
    // Both sides of a disagreement come first: what they say matters more than a second sentence.
    const [best, ...more] = choose(part, parts.length);
    if (best !== undefined) add(best, '');
    if (contrary !== null)
      add(contrary, `${OTHERWISE[analysed.language === 'other' ? 'en' : analysed.language]} `);
    for (const support of more) add(support, '');
  }
  return chosen
    .slice(0, MOST_SENTENCES)
    .map(({ support, opening }) => withOpening(draftSentence(support), opening))
    .filter((sentence) => sentence !== null)
    .filter((sentence, i, all) => !all.some((other, j) => holdsQuote(other, sentence, j < i)));
}

/** A block of code brings the line above it along, a pronoun the sentence before: neither is said twice. */
function holdsQuote(other: DraftSentence, sentence: DraftSentence, isBefore: boolean): boolean {
  if (other === sentence) return false;
  const [wider] = other.citations;
  const [own] = sentence.citations;
  if (wider === undefined || own === undefined || wider.chunk_id !== own.chunk_id) return false;
  return wider.quote === own.quote ? isBefore : wider.quote.includes(own.quote);
}

function withOpening(sentence: DraftSentence | null, opening: string): DraftSentence | null {
  return sentence === null ? null : { ...sentence, text: `${opening}${sentence.text}` };
}

function choose(assessed: PartAssessment, parts: number): Support[] {
  const [best, ...others] = assessed.supports;
  if (best === undefined || best.score < LEAST_SUPPORT) return [];
  const chosen = [best];
  const most = parts > 1 ? 1 : 2;
  const code = followingCode(best);
  if (assessed.part.kind === 'how_to' && code !== null) chosen.push(code);
  for (const other of others) {
    if (chosen.length >= most) break;
    if (other.score < Math.max(LEAST_SUPPORT, best.score * 0.85)) break;
    if (adds(assessed, best, other)) chosen.push(other);
  }
  return chosen;
}

/** Whether a unit holds a telling term of the question that nothing near the best unit does. */
function adds(assessed: PartAssessment, best: Support, other: Support): boolean {
  if (sameUnit(best, other) || sameText(best, other)) return false;
  const keys = unitOf(other)?.keys ?? new Set<string>();
  return assessed.part.focus.some(
    (term) => term.weight >= 1 && best.missing.includes(term.text) && coverTerm(term, keys) >= 0.8,
  );
}

function followingCode(support: Support): Support | null {
  const next = support.passage.units[support.unit + 1];
  const here = unitOf(support);
  if (next?.kind !== 'code' || here === undefined || here.kind === 'code' || next.section !== here.section)
    return null;
  return { ...support, unit: support.unit + 1 };
}

function unitOf(support: Support): Support['passage']['units'][number] | undefined {
  return support.passage.units[support.unit];
}

function sameUnit(a: Support, b: Support): boolean {
  return a.passage.evidence.chunk_id === b.passage.evidence.chunk_id && a.unit === b.unit;
}

function sameText(a: Support, b: Support): boolean {
  return unitOf(a)?.text === unitOf(b)?.text;
}
