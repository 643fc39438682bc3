import type { PageSummary } from '@agentic-search/shared/pages';
import { analyseQuestion } from '../question/analyse-question.js';
import type { FocusTerm } from '../question/question.js';
import { coverTerm } from '../support/cover-term.js';
import { keySet } from '../words/key-set.js';

const MOST_HINTS = 3;
const LONGEST_HINT = 160;

/**
 * Up to three queries for the knowledge base from what the crawled pages say of themselves: headings nearest to the question,
 * title and topics of the best page, its code language. They are searched beside the question, never in its place;
 * pages without metadata give none.
 */
export function searchHints({
  question,
  pages,
}: {
  question: string;
  pages: readonly PageSummary[];
}): string[] {
  const terms = analyseQuestion(question).parts.flatMap((part) => part.focus);
  const telling = [...terms].sort((a, b) => b.weight - a.weight).slice(0, 4);
  const best = [...pages].sort((a, b) => nearness(b, terms) - nearness(a, terms)).slice(0, 3);
  const candidates = [
    headingHint(best, terms, telling),
    ...best.map((page) => topicHint(page)),
    codeHint(best, telling),
  ];
  const seen = new Set<string>();
  return candidates
    .map((hint) => hint.replace(/\s+/gu, ' ').trim().slice(0, LONGEST_HINT).trim())
    .filter(
      (hint) =>
        hint !== '' && hint.toLowerCase() !== question.toLowerCase() && !seen.has(hint) && seen.add(hint),
    )
    .slice(0, MOST_HINTS);
}

/** The headings that share most with the question, with the question's telling words. */
function headingHint(
  pages: readonly PageSummary[],
  terms: readonly FocusTerm[],
  telling: readonly FocusTerm[],
): string {
  const headings = pages
    .flatMap((page) => page.headers.map((header) => header.text))
    .map((text) => ({ text, near: shareOf(text, terms) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .slice(0, 2);
  return headings.length === 0
    ? ''
    : unique([...headings.map(({ text }) => text), ...telling.map((term) => term.text)]);
}

function topicHint(page: PageSummary): string {
  return page.main_topics.length === 0 ? '' : unique([page.title, ...page.main_topics.slice(0, 3)]);
}

function codeHint(pages: readonly PageSummary[], telling: readonly FocusTerm[]): string {
  const language = pages.flatMap((page) => page.code_blocks).sort((a, b) => b.count - a.count)[0]?.language;
  return language === undefined || language === '' || telling.length === 0
    ? ''
    : unique([...telling.map((term) => term.text), `${language} example`]);
}

function nearness(page: PageSummary, terms: readonly FocusTerm[]): number {
  return shareOf(
    [page.title, ...page.main_topics, ...page.headers.map((header) => header.text)].join(' \n '),
    terms,
  );
}

function shareOf(text: string, terms: readonly FocusTerm[]): number {
  const keys = keySet(text.slice(0, 4_000));
  return terms.reduce((sum, term) => sum + term.weight * coverTerm(term, keys), 0);
}

function unique(words: readonly string[]): string {
  const seen = new Set<string>();
  return words
    .join(' ')
    .split(/\s+/u)
    .filter((word) => !seen.has(word.toLowerCase()) && seen.add(word.toLowerCase()))
    .join(' ');
}
