import type { CrawlJob, IndexJob } from '@agentic-search/shared/jobs';
import type { PageStore } from '@agentic-search/shared/pages';
import type { Fetcher } from '@agentic-search/shared/ports/fetcher';
import type { Extractor } from '../extract/create-extractor.js';
import type { HostState } from '../hosts/host-state.js';

/** Something worth showing while a crawl job runs. */
export interface CrawlActivity {
  kind: 'page_fetched' | 'waiting_for_host';
  url: string;
}

/** What the crawl processor works with; main.ts creates and closes all of it. */
export interface CrawlParts {
  fetcher: Fetcher;
  pages: PageStore;
  hosts: HostState;
  extractor: Extractor;
  /** Adds the index job behind a crawl job, its parent the search job; gives its job id. Adding it twice is harmless. */
  enqueueIndex(job: IndexJob, behind: CrawlJob): Promise<string>;
  /** Told what happens, for live events; must not throw. */
  activity?(job: CrawlJob, activity: CrawlActivity): void;
  /** Present time in ms since the epoch. */
  clock(): number;
}
