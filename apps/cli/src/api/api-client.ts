import { searchViewSchema } from '@agentic-search/shared/records';
import { z } from 'zod';
import { CommandError, exitCode } from '../exit-code.js';

const problemSchema = z.object({
  title: z.string().catch(''),
  detail: z.string().catch(''),
  code: z.string().catch(''),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).catch([]),
});
const createdSchema = z.object({ id: z.string() });

/** A running system, seen through its HTTP API. */
export interface ApiClient {
  readonly baseUrl: string;
  createSearch(body: Record<string, unknown>, idempotencyKey: string | null): Promise<string>;
  getSearch(id: string): Promise<z.infer<typeof searchViewSchema>>;
  /** Opens the search's event stream after `lastEventId`. */
  openEvents(
    id: string,
    lastEventId: string | null,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>>;
  /** Any other JSON answer, as it came. */
  get(path: string): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

/**
 * Makes a client. Its methods throw CommandError: exit code 4 when nothing answers, 2 for refused fields, 1 for any
 * other refusal, with the server's own words.
 */
export function createApiClient(options: { baseUrl: string; key: string | null }): ApiClient {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (options.key !== null) headers.set('Authorization', `Bearer ${options.key}`);
    let response: Response;
    try {
      response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new CommandError(`nothing answers at ${baseUrl}`, exitCode.notReachable, { cause });
    }
    if (!response.ok) throw await refusal(response);
    return response;
  };
  const json = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    (await send(path, { signal: AbortSignal.timeout(60_000), ...init })).json();
  const post = (path: string, body: unknown, extra: Record<string, string> = {}): Promise<unknown> =>
    json(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...extra },
      body: JSON.stringify(body),
    });
  return {
    baseUrl,
    async createSearch(body, idempotencyKey) {
      const extra: Record<string, string> =
        idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey };
      return createdSchema.parse(await post('/v1/searches', body, extra)).id;
    },
    async getSearch(id) {
      return searchViewSchema.parse(await json(`/v1/searches/${encodeURIComponent(id)}`));
    },
    async openEvents(id, lastEventId, signal) {
      const headers: Record<string, string> = { Accept: 'text/event-stream' };
      if (lastEventId !== null) headers['Last-Event-ID'] = lastEventId;
      const response = await send(`/v1/searches/${encodeURIComponent(id)}/events`, { headers, signal });
      if (response.body === null) throw new CommandError('the event stream is empty', exitCode.failed);
      return response.body;
    },
    get: (path) => json(path),
    post: (path, body) => post(path, body),
  };
}

async function refusal(response: Response): Promise<CommandError> {
  const body: unknown = await response.json().catch(() => ({}));
  const problem = problemSchema.parse(typeof body === 'object' && body !== null ? body : {});
  const fields = problem.errors.map((fault) => `\n  ${fault.path || 'request'}: ${fault.message}`).join('');
  const advice = response.status === 401 ? ' (set AGENTIC_SEARCH_API_KEY)' : '';
  const text = `${problem.detail || problem.title || `HTTP ${response.status}`}${advice}${fields}`;
  if (response.status === 422) return new CommandError(text, exitCode.wrongUsage);
  return new CommandError(text, response.status === 503 ? exitCode.notReachable : exitCode.failed);
}
