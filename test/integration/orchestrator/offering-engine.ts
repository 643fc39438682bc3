import type { SearchEngine } from '@agentic-search/shared/ports/search-engine';

/** An engine that always has so many hits, other ones for every query. */
export function offeringEngine(count: number): SearchEngine {
  return {
    name: 'offering',
    search: async (query) => ({
      kind: 'results',
      engine: 'offering',
      unresponsive: [],
      hits: Array.from({ length: count }, (_, index) => ({
        url: `https://offer.example/${encodeURIComponent(query)}/${index}`,
        title: `Offer ${index} on ${query}`,
        snippet: `What is known of ${query} in part ${index}.`,
        publishedAt: null,
      })),
    }),
    check: async () => ({ ok: true, detail: 'ok', advice: null }),
  };
}
