import type { Answer, Citation, Evidence } from '@agentic-search/shared/records';
import type { VerifiedAnswer, VerifiedCitation } from './verify-citations.js';

/** The fields of an `answer` entry that count. */
export interface AnswerCounts {
  sentences: number;
  citations: number;
  citations_verified: number;
  dropped: number;
  found: boolean;
}

/** Puts the sentences together with `[n]` marks in the order of their citations; without a sentence there is no answer. */
export function assembleAnswer({ sentences, dropped }: VerifiedAnswer): {
  answer: Answer;
  counts: AnswerCounts;
} {
  const citations: Citation[] = [];
  const texts = sentences.map((sentence) => {
    const marks = [...new Set(sentence.citations.map((citation) => numberOf(citation, citations)))];
    return withMarks(sentence.text, marks.map((n) => `[${n}]`).join(''));
  });
  const found = texts.length > 0;
  const answer: Answer = {
    found,
    text: found ? joinSentences(texts) : null,
    as_of: found
      ? oldestDate(sentences.flatMap((sentence) => sentence.citations.map(({ source }) => source)))
      : null,
    citations,
  };
  return {
    answer,
    counts: {
      sentences: texts.length,
      citations: citations.length,
      citations_verified: citations.filter((citation) => citation.verified).length,
      dropped: dropped.length,
      found,
    },
  };
}

/** The same words of the same passage keep one number. */
function numberOf(citation: VerifiedCitation, citations: Citation[]): number {
  const { source, quote, start, end } = citation;
  const known = citations.find(
    (one) => one.chunk_id === source.chunk_id && one.start === start && one.end === end,
  );
  if (known !== undefined) return known.n;
  const n = citations.length + 1;
  citations.push({
    n,
    chunk_id: source.chunk_id,
    url: source.url,
    title: source.title,
    quote,
    start,
    end,
    verified: source.content.slice(start, end) === quote,
  });
  return n;
}

/** Marks go behind the sentence; behind the line above a block of code, since a mark after it would look like code. */
function withMarks(text: string, marks: string): string {
  const fence = text.search(/^\s*(?:```|~~~)/mu);
  if (fence === -1) return `${text} ${marks}`;
  const intro = text.slice(0, fence).trim();
  return `${intro === '' ? '' : `${intro} `}${marks}\n\n${text.slice(fence).trim()}`;
}

function joinSentences(texts: readonly string[]): string {
  return texts.reduce((all, text) => {
    if (all === '') return text;
    return `${all}${all.includes('```') || text.includes('```') ? '\n\n' : ' '}${text}`;
  }, '');
}

/** The publication date of each source, else its crawl date; the oldest of them. Dates that do not parse are passed over. */
function oldestDate(sources: readonly Evidence[]): string | null {
  const dates = sources
    .map((source) => (isDate(source.published_at) ? source.published_at : source.crawled_at))
    .filter((date) => isDate(date));
  return dates.reduce<string | null>((a, b) => (a === null || Date.parse(b) < Date.parse(a) ? b : a), null);
}

function isDate(text: string | null): text is string {
  return text !== null && !Number.isNaN(Date.parse(text));
}
