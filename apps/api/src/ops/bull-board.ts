import { type JobQueues, queueNames } from '@agentic-search/shared/jobs';
import { Hono } from 'hono';
import type { AppParts, Handler } from '../parts.js';

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
  serverAdapter.setErrorHandler(() => ({ status: 500, body: { error: 'an unexpected error occurred' } }));
  return new Hono().route(BULL_BOARD_PATH, serverAdapter.registerPlugin());
}

/** Bull Board under `/admin/queues`; loaded when somebody first looks. */
export function bullBoard(parts: AppParts): Handler {
  let board: Promise<Hono> | null = null;
  return async (c) => {
    board ??= createBoard(parts.queues);
    const answer = await (await board).fetch(c.req.raw, c.env);
    const response = new Response(answer.body, answer);
    response.headers.set('Content-Security-Policy', policy);
    return response;
  };
}
