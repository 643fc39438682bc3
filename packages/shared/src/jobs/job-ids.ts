import { urlKey } from '../identifiers/url-key.js';
import type { RecordReference } from './job-data.js';

/** Id of the job that runs a search; a retry is a new job. */
export const searchJobId = (id: string, run: number): string => `${id}.${run}`;

/** Id of the crawl job of (search, iteration, URL). */
export const crawlJobId = (record: RecordReference, iteration: number, url: string): string =>
  `${record.id}.${record.run}.${iteration}.${urlKey(url)}`;

/** Id of the index job behind a crawl job. */
export const indexJobId = (crawlId: string): string => `${crawlId}.index`;
