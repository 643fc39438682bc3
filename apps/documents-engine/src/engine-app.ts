import { Hono } from 'hono';
import { z } from 'zod';
import type { PageIndex } from './page-index.js';
import { refuseForeignHosts } from './refuse-foreign-hosts.js';

const resultsPerPage = 10;
const engineName = 'documents';
const searchSchema = z.object({
  q: z.string().trim().min(1).max(4_000),
  format: z.literal('json'),
  pageno: z.coerce.number().int().min(1).max(1_000).default(1),
});

/** What the engine's endpoints answer from. */
export interface EngineState {
  index: PageIndex;
  /** Settles once everything is indexed; searches wait for it. */
  ready: Promise<void>;
  isReady(): boolean;
  sites(): { name: string; url: string }[];
}

/** The search endpoint: `GET /search` as SearXNG answers with `format=json`, and `GET /healthz` (503 until indexed). */
export function createEngineApp(state: EngineState): Hono {
  const app = new Hono();
  app.use(refuseForeignHosts);
  app.get('/healthz', (context) => {
    const ready = state.isReady();
    const body = { status: ready ? 'ready' : 'indexing', pages: state.index.size, sites: state.sites() };
    return context.json(body, ready ? 200 : 503);
  });
  app.get('/search', async (context) => {
    const parameters = searchSchema.safeParse(context.req.query());
    if (!parameters.success) {
      const fault = parameters.error.issues[0];
      return context.json({ error: `${fault?.path.join('.')}: ${fault?.message}` }, 400);
    }
    await state.ready;
    const { q, pageno } = parameters.data;
    const offset = (pageno - 1) * resultsPerPage;
    const hits = state.index.search(q, offset, resultsPerPage);
    return context.json({
      query: q,
      number_of_results: hits.length,
      results: hits.map((hit, at) => ({
        url: hit.url,
        title: hit.title,
        content: hit.snippet,
        engine: engineName,
        engines: [engineName],
        positions: [offset + at + 1],
        score: 1 / (offset + at + 1),
        category: 'general',
      })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    });
  });
  return app;
}
