import { z } from 'zod';
import { choice, integer, list, optionalText, text } from '../field.js';

const mebibyte = 1_048_576;
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+|[0-9a-f:]+)(:\d{1,5})?$/i;

/** How pages are fetched and kept. */
export const crawlingFields = {
  concurrency: integer('CRAWL_CONCURRENCY', 8, [1, 256], 'pages one crawler process fetches at a time'),
  userAgent: text(
    'CRAWL_USER_AGENT',
    'AgenticSearchBot/0.1',
    'User-Agent, and the name looked up in robots.txt',
  ),
  timeoutMs: integer('CRAWL_TIMEOUT_MS', 30_000, [100, 600_000], 'longest fetch of one page'),
  maxBytes: integer(
    'CRAWL_MAX_BYTES',
    10 * mebibyte,
    [1_024, 1_024 * mebibyte],
    'largest page, on the wire and unpacked',
  ),
  hostDelayMs: integer(
    'CRAWL_HOST_DELAY_MS',
    500,
    [0, 600_000],
    'between requests to one host; none for hosts on the allow-list',
  ),
  allowPrivateHosts: list(
    'CRAWL_ALLOW_PRIVATE_HOSTS',
    z.string().regex(hostPattern),
    'a list of host or host:port',
    'private addresses that may be crawled all the same',
  ),
  browser: choice(
    'CRAWL_BROWSER',
    'auto',
    ['auto', 'never', 'always'],
    'whether a browser may render pages',
    { later: true },
  ),
  chromiumPath: optionalText('CHROMIUM_PATH', 'browser to use', { later: true }),
  pageMaxAgeSeconds: integer(
    'PAGE_MAX_AGE_SECONDS',
    604_800,
    [0, 315_360_000],
    'a stored page past this is revalidated',
  ),
  pageTtlSeconds: integer(
    'PAGE_TTL_SECONDS',
    2_592_000,
    [60, 315_360_000],
    'a stored page is forgotten after this',
  ),
  pageStoreMaxBytes: integer(
    'PAGE_STORE_MAX_BYTES',
    512 * mebibyte,
    [mebibyte, 1_048_576 * mebibyte],
    'budget of the page store in Redis',
  ),
};
