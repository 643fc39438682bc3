import type { GatewayParts } from '@agentic-search/shared/gateway';
import type { HistoryEntryBody } from '@agentic-search/shared/history';
import type { JobQueues } from '@agentic-search/shared/jobs';
import type { PageStore } from '@agentic-search/shared/pages';
import type { Embedder } from '@agentic-search/shared/ports/embedder';
import type { SearchEngine } from '@agentic-search/shared/ports/search-engine';
import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import type { SearchRecord, SearchStatus, Step } from '@agentic-search/shared/records';
import type { AskModel } from '../decisions/ask-model.js';

/** What every step works with, chosen once in main.ts. */
export interface StepParts {
  store: VectorStore;
  /** null: retrieval is lexical. */
  embedder: Embedder | null;
  /** null: no engine is configured, so a web search is unavailable. */
  engine: SearchEngine | null;
  pages: PageStore;
  queues: JobQueues;
  /** null: rules decide. */
  gateway: GatewayParts | null;
  limits: {
    maxPassages: number;
    maxWebResults: number;
    pageMaxAgeSeconds: number;
    useHybridSearch: boolean;
  };
  /** USD for one embedding token; null when the embedder has no known price. */
  embeddingPrice: number | null;
  now: () => number;
}

/** What one run of a step is given. */
export interface StepContext {
  record: SearchRecord;
  parts: StepParts;
  /** null when there is no model, or no time left to ask it. */
  ask: AskModel | null;
  signal: AbortSignal;
  /** Waits for the children of the search's job without holding a worker; returns once none is pending. */
  waitForChildren(): Promise<void>;
}

/** What a step wants written: its entry, its changes, and where the search goes. */
export interface StepOutcome {
  entry: HistoryEntryBody;
  change: (record: SearchRecord) => SearchRecord;
  /** The next step, or how the search ended. */
  next: { step: Step; newIteration?: boolean } | { end: SearchStatus };
  /** When the step began, where that was in an earlier activation (ms since the epoch). */
  startedAt?: number;
}

/** A step reads the record and the outside and says what to write; run twice it says the same. */
export type StepFunction = (context: StepContext) => Promise<StepOutcome>;
