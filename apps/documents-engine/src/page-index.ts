import MiniSearch from 'minisearch';
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
  /** Gives hits from `offset`, best first; none for a query without words. */
  search(query: string, offset: number, limit: number): PageHit[];
}

interface IndexedPage extends PageContent {
  id: string;
  snippet: string;
}

/** Makes an empty BM25 index over titles, headings and text. */
export function createPageIndex(): PageIndex {
  const index = new MiniSearch<IndexedPage>({
    fields: ['title', 'headings', 'text'],
    storeFields: ['title', 'snippet'],
    tokenize: words,
    processTerm: (term) => termsOf(term),
    searchOptions: { boost: { title: 3, headings: 1.5 }, combineWith: 'OR', prefix: false, fuzzy: false },
  });
  return {
    get size() {
      return index.documentCount;
    },
    add(url, page) {
      index.add({ id: url, ...page, snippet: snippetOf(page.description) });
    },
    search(query, offset, limit) {
      return index
        .search(query)
        .slice(offset, offset + limit)
        .map((hit) => ({
          url: String(hit.id),
          title: String(hit.title),
          snippet: String(hit.snippet),
          score: hit.score,
        }));
    },
  };
}
