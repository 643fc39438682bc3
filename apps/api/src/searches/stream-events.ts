import { searchEvents } from '../events/search-events.js';
import { type ServerEvent, sseResponse } from '../events/sse-response.js';
import { type AppParts, callerOf, type Handler } from '../parts.js';
import { parseFields, parseQuery } from '../requests/parse-fields.js';
import { pathId } from './path-id.js';
import { eventsQuerySchema, lastEventIdSchema } from './schemas.js';

/** `GET /v1/searches/{id}/events`: history from where the client left off, activity as it happens, then `done`. */
export function streamEvents(parts: AppParts): Handler {
  return async (c) => {
    const query = parseQuery(eventsQuerySchema, c);
    const header = c.req.header('last-event-id');
    // A browser that comes back sends the header, and the URL it first had.
    const after = header
      ? parseFields(lastEventIdSchema, { 'Last-Event-ID': header })['Last-Event-ID']
      : query.last_event_id;
    const { record } = await parts.searches.loadVisible(callerOf(c), pathId(c));
    let stop = (): void => undefined;
    // Opened when the first event is asked for: a HEAD request never asks.
    async function* events(): AsyncGenerator<ServerEvent> {
      const { controller, release } = parts.streams.open();
      stop = () => controller.abort();
      const options = { after: after ?? -1, signal: controller.signal, ...parts.eventTiming };
      try {
        yield* searchEvents(record.id, parts, options);
      } finally {
        release();
      }
    }
    return sseResponse(events(), () => stop());
  };
}
