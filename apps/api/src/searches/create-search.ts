import { waitUntilFinished } from '../events/wait-until-finished.js';
import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseQuery } from '../requests/parse-fields.js';
import { readJson } from '../requests/read-body.js';
import { idempotencyKeyOf, noQuerySchema, waitOf } from './schemas.js';

/** `POST /v1/searches`: 202 at once, or 200 with the finished search when it makes it within `Prefer: wait`. */
export function createSearch(parts: AppParts): Handler {
  return async (c) => {
    parseQuery(noQuerySchema, c);
    const caller = callerOf(c);
    const input = await readJson(c);
    const key = idempotencyKeyOf(c.req.header('idempotency-key'));
    const { id, state, links } = await parts.searches.create(caller, input, key);
    c.header('Location', links.self);
    const seconds = waitOf(c.req.header('prefer'));
    if (seconds > 0) {
      c.header('Preference-Applied', `wait=${seconds}`);
      const { controller, release } = parts.streams.open();
      const stop = () => controller.abort();
      c.req.raw.signal.addEventListener('abort', stop, { once: true });
      try {
        const { pollMs } = parts.eventTiming;
        const waiting = { ms: seconds * 1_000, pollMs, signal: controller.signal };
        if (await waitUntilFinished(id, parts, waiting))
          return c.json(await parts.searches.get(caller, id), 200);
        const view = await parts.searches.get(caller, id);
        return c.json({ id, state: view.state, links }, 202);
      } finally {
        c.req.raw.signal.removeEventListener('abort', stop);
        release();
      }
    }
    return c.json({ id, state, links }, 202);
  };
}
