/** One hit of a web search, as the engine gave it: an absolute URL and whatever text came with it. */
export interface SearchHit {
  url: string;
  title: string;
  snippet: string;
  /** ISO date when the engine knows one. */
  publishedAt: string | null;
}

/** An engine inside a metasearch server that did not answer, with the reason it gave. */
export interface UnresponsiveEngine {
  name: string;
  reason: string;
}

/**
 * What came of a search. "Nothing found" is `results` with an empty list; an engine that is broken, blocked or
 * has only unresponsive engines behind it is `unavailable`, never an empty list.
 */
export type SearchOutcome =
  | { kind: 'results'; engine: string; hits: SearchHit[]; unresponsive: UnresponsiveEngine[] }
  | {
      kind: 'unavailable';
      engine: string;
      code:
        | 'engine_unreachable'
        | 'engine_timeout'
        | 'engine_rate_limited'
        | 'engine_blocked'
        | 'engine_bad_reply'
        | 'engines_unresponsive';
      detail: string;
      unresponsive: UnresponsiveEngine[];
    };

/**
 * A web search engine. `search` never throws for what the engine did (that is the outcome); it throws AbortedError
 * when the signal fires. It makes one attempt; the caller decides on another. Hits are in the engine's order,
 * at most `limit`, only http(s), without those that carry no URL.
 */
export interface SearchEngine {
  readonly name: string;
  search(query: string, options: { limit: number; signal: AbortSignal }): Promise<SearchOutcome>;
  /** Shows whether the engine answers in the form this adapter needs; never throws but AbortedError. */
  check(options: { signal: AbortSignal }): Promise<{ ok: boolean; detail: string; advice: string | null }>;
}
