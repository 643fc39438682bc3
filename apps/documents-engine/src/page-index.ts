import { termsOf, words } from './analyse.js';
import type { PageContent } from './read-page.js';
import { snippetOf } from './snippet.js';

/** One hit as a web engine gives it. */
export interface PageHit {
  url: string;
  title: string;
  snippet: string;
  score: number;
}

/** An index over whole pages. */
export interface PageIndex {
  readonly size: number;
  add(url: string, page: PageContent): void;
  /** Gives hits from `offset`, best first; none for a query without a word that any page has. */
  search(query: string, offset: number, limit: number): PageHit[];
}

interface Entry {
  url: string;
  title: string;
  snippet: string;
  length: number;
}

// BM25 with its usual constants; a word in the title counts as several in the text.
const saturation = 1.2;
const lengthWeight = 0.75;
const titleWeight = 6;
const headingWeight = 1.5;

/**
 * Makes an empty BM25 index over titles, headings and text. Words are counted per page before they are stored, which
 * takes a quarter of the time a general index needs for whole manuals.
 */
export function createPageIndex(): PageIndex {
  const pages: Entry[] = [];
  /** Term → page number, weight, page number, weight … */
  const postings = new Map<string, number[]>();
  let totalLength = 0;
  return {
    get size() {
      return pages.length;
    },
    add(url, page) {
      const weights = new Map<string, number>();
      const text = words(page.text);
      count(text, 1, weights);
      count(words(page.title), titleWeight, weights);
      count(words(page.headings), headingWeight, weights);
      for (const [term, weight] of weights) {
        const list = postings.get(term);
        if (list === undefined) postings.set(term, [pages.length, weight]);
        else list.push(pages.length, weight);
      }
      totalLength += text.length;
      pages.push({ url, title: page.title, snippet: snippetOf(page.description), length: text.length });
    },
    search(query, offset, limit) {
      const scores = new Map<number, number>();
      const average = totalLength / Math.max(1, pages.length);
      for (const term of new Set(words(query).flatMap(termsOf))) {
        const list = postings.get(term) ?? [];
        const having = list.length / 2;
        const rarity = Math.log(1 + (pages.length - having + 0.5) / (having + 0.5));
        for (let at = 0; at < list.length; at += 2) {
          const [number = 0, weight = 0] = [list[at], list[at + 1]];
          const relativeLength = (pages[number]?.length ?? 0) / Math.max(1, average);
          const dampened = weight + saturation * (1 - lengthWeight + lengthWeight * relativeLength);
          const gain = (rarity * weight * (saturation + 1)) / dampened;
          scores.set(number, (scores.get(number) ?? 0) + gain);
        }
      }
      const best = [...scores].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
      return best.slice(offset, offset + limit).flatMap(([number, score]) => {
        const page = pages[number];
        return page === undefined ? [] : [{ url: page.url, title: page.title, snippet: page.snippet, score }];
      });
    },
  };
}

function count(list: string[], weight: number, into: Map<string, number>): void {
  for (const word of list) for (const term of termsOf(word)) into.set(term, (into.get(term) ?? 0) + weight);
}
