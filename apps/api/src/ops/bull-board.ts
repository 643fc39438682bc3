import { PermanentError } from '@agentic-search/shared/errors';
import { type JobQueues, queueNames } from '@agentic-search/shared/jobs';
import { guardRedis } from '@agentic-search/shared/redis';
import { Hono } from 'hono';
import type { ApiContext, AppParts, Handler } from '../parts.js';
import { readText } from '../requests/read-body.js';

export const BULL_BOARD_PATH = '/admin/queues';

const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

async function createBoard(queues: JobQueues): Promise<Hono> {
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }, { serveStatic }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/hono'),
    import('@hono/node-server/serve-static'),
  ]);
  const serverAdapter = new HonoAdapter(serveStatic);
  serverAdapter.setBasePath(BULL_BOARD_PATH);
  createBullBoard({
    queues: queueNames.map((name) => new BullMQAdapter(queues.raw(name))),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Agentic Search' } },
  });
  // Its own handler sends stack traces.
  const rethrow = (error: Error): never => {
    throw error;
  };
  serverAdapter.setErrorHandler(rethrow);
  return new Hono().route(BULL_BOARD_PATH, serverAdapter.registerPlugin().onError(rethrow)).onError(rethrow);
}

/** The request as Bull Board may see it: it would read a body of any size. */
async function bounded(c: ApiContext): Promise<Request> {
  const { method, url, headers } = c.req.raw;
  if (method === 'GET' || method === 'HEAD') return c.req.raw;
  return new Request(url, { method, headers, body: await readText(c) });
}

/** Bull Board under `/admin/queues`; loaded when somebody first looks. */
export function bullBoard(parts: AppParts): Handler {
  let board: Promise<Hono> | null = null;
  return async (c) => {
    board ??= createBoard(parts.queues);
    const app = await board;
    const request = await bounded(c);
    let answer: Response;
    try {
      answer = await app.fetch(request, c.env);
    } catch (error) {
      // Whether it failed because Redis is away, its error does not tell.
      await guardRedis(() => parts.redis.ping());
      throw error;
    }
    const type = answer.headers.get('content-type') ?? '';
    if (answer.status === 404 && !type.startsWith('application/json'))
      throw new PermanentError('unknown_route', 'Bull Board has nothing at this path');
    const response = new Response(answer.body, answer);
    response.headers.set('Content-Security-Policy', policy);
    return response;
  };
}
