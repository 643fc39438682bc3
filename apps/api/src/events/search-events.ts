import type { Activity, EventHub } from '@agentic-search/shared/events';
import { isFinished, type SearchRecords, searchView } from '@agentic-search/shared/records';
import { Bell } from './bell.js';
import { look } from './look.js';
import type { ServerEvent } from './sse-response.js';

/** Activities kept for a client that is slow; they are live, the oldest go first. */
const ACTIVITIES_KEPT = 100;

export interface SearchEventsOptions {
  /** The last `seq` the client has; −1 for none. */
  after: number;
  /** Fires when the client has gone or the process ends. */
  signal: AbortSignal;
  pollMs: number;
  heartbeatMs: number;
}

/**
 * The events of one search: every history entry after `after` once and in order, activities as they happen, `done`
 * with the whole search when it has finished. The record is the truth; what is told over the hub only wakes it up,
 * and a look every `pollMs` makes up for what was not told.
 */
export async function* searchEvents(
  id: string,
  parts: { records: SearchRecords; hub: EventHub },
  options: SearchEventsOptions,
): AsyncGenerator<ServerEvent> {
  const bell = new Bell();
  const activities: Activity[] = [];
  // Not waited for: while Redis is away the subscription stands later, and the looks at the record go on.
  const listening = parts.hub
    .listen(id, {
      onChange: bell.ring,
      onActivity: (activity) => {
        activities.push(activity);
        if (activities.length > ACTIVITIES_KEPT) activities.shift();
        bell.ring();
      },
    })
    .catch(() => () => undefined);
  try {
    yield { comment: 'connected' };
    let last = options.after;
    let seen = -1;
    let quietSince = Date.now();
    while (!options.signal.aborted) {
      for (let activity = activities.shift(); activity; activity = activities.shift()) {
        yield { event: 'activity', data: activity };
        quietSince = Date.now();
      }
      const version = await look(() => parts.records.version(id));
      if (version === null) return;
      if (version !== undefined && version !== seen) {
        const current = await look(() => parts.records.load(id));
        if (current === null) return;
        for (const entry of current?.record.history ?? []) {
          if (entry.seq <= last) continue;
          yield { event: 'history', id: entry.seq, data: entry };
          last = entry.seq;
          quietSince = Date.now();
        }
        if (current && isFinished(current.record)) {
          yield { event: 'done', data: searchView(current.record, null) };
          return;
        }
        seen = current?.version ?? seen;
      }
      if (activities.length > 0) continue;
      const quiet = Date.now() - quietSince;
      if (quiet >= options.heartbeatMs) {
        yield { comment: 'still here' };
        quietSince = Date.now();
      }
      await bell.wait(Math.min(options.pollMs, Math.max(1, options.heartbeatMs - quiet)), options.signal);
    }
  } finally {
    void listening.then((stop) => stop());
  }
}
