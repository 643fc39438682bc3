import type { Evidence } from '@agentic-search/shared/records';
import type { DraftSentence } from '../write-answer/draft-sentence.js';
import { checkSupport, type Unsupported } from './check-support.js';
import { locateQuote } from './locate-quote.js';

/** A place in a passage: `content.slice(start, end) === quote`. */
export interface VerifiedCitation {
  source: Evidence;
  quote: string;
  start: number;
  end: number;
}

export interface VerifiedSentence {
  text: string;
  citations: VerifiedCitation[];
}

export interface VerifiedAnswer {
  sentences: VerifiedSentence[];
  dropped: { text: string; reason: Unsupported }[];
}

const LONGEST_SENTENCE = 3_000;

/**
 * Checks a draft against the passages, whoever wrote it: each quote must stand in its passage, and the quotes of a sentence must
 * say what it says. A quote that is not found is left out, a sentence without support is dropped.
 */
export function verifyCitations(
  sentences: readonly DraftSentence[],
  evidence: readonly Evidence[],
): VerifiedAnswer {
  const byId = new Map(evidence.map((item) => [item.chunk_id, item]));
  const result: VerifiedAnswer = { sentences: [], dropped: [] };
  for (const sentence of sentences) {
    const text = sentence.text
      .toWellFormed()
      .slice(0, LONGEST_SENTENCE)
      .replace(/\s*\[\d{1,2}\](?=[\s.,;]|$)/gu, sentence.text.includes('```') ? '$&' : '')
      .trim();
    if (text === '') continue;
    const citations = sentence.citations.flatMap(({ chunk_id, quote }) => {
      const source = byId.get(chunk_id);
      const place = source === undefined ? null : locateQuote(source.content, quote);
      return source === undefined || place === null
        ? []
        : [{ source, quote: source.content.slice(place.start, place.end), ...place }];
    });
    const fault = checkSupport(text, citations);
    if (fault === null) result.sentences.push({ text, citations });
    else result.dropped.push({ text, reason: fault });
  }
  return result;
}
