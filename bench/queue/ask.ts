import { type SearchView, searchViewSchema } from '@agentic-search/shared/records';

/** Result of one search with the time from the request to its end, in ms. */
export interface Asked {
  view: SearchView;
  ms: number;
}

async function post(url: string, body: unknown, signal: AbortSignal, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    signal,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`POST ${url}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

/** Asks and waits for the end in one request (`Prefer: wait`). Throws when it does not end within a minute. */
export async function askSearch(
  base: string,
  body: { query: string } & Record<string, unknown>,
  signal: AbortSignal,
): Promise<Asked> {
  const started = performance.now();
  const text = await post(`${base}/v1/searches`, body, signal, { prefer: 'wait=60' });
  const ms = performance.now() - started;
  return { view: searchViewSchema.parse(JSON.parse(text)), ms };
}

/** Retrieves what the check of a search retrieves; gives the time in ms. */
export async function askKnowledge(base: string, query: string, signal: AbortSignal): Promise<number> {
  const started = performance.now();
  const text = await post(`${base}/v1/kb/search`, { query, limit: 10, type: 'text' }, signal);
  const ms = performance.now() - started;
  if (!text.includes('"results":[{')) throw new Error(`nothing retrieved for ${query}`);
  return ms;
}

/** Whether a search was answered from the knowledge base in its first iteration. */
export const answeredAtOnce = ({ view }: Asked): boolean =>
  view.result?.status === 'complete' &&
  view.result.iterations === 1 &&
  view.search_history.map((entry) => entry.action).join() === 'local_check,answer';
