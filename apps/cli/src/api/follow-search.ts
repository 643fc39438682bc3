import { type HistoryEntry, historyEntrySchema } from '@agentic-search/shared/history';
import { type SearchView, searchViewSchema } from '@agentic-search/shared/records';
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { CommandError, exitCode } from '../exit-code.js';
import type { ApiClient } from './api-client.js';

const activitySchema = z.object({
  kind: z.string(),
  url: z.string().optional(),
  detail: z.string().optional(),
});
export type Activity = z.infer<typeof activitySchema>;

/** Who hears what while a search runs. */
export interface SearchFollower {
  onEntry(entry: HistoryEntry): void;
  onActivity(activity: Activity): void;
}

const patienceMs = 60_000;
const pauseMs = 500;

/**
 * Follows a search to its end and gives it finished. A broken connection is taken up again after the last entry seen;
 * entries are given once. Throws CommandError (exit code 4) when nothing answered for a minute, and what aborts.
 */
export async function followSearch(
  client: ApiClient,
  id: string,
  follower: SearchFollower,
  signal: AbortSignal,
): Promise<SearchView> {
  let lastEventId: string | null = null;
  let lastHeard = Date.now();
  for (;;) {
    signal.throwIfAborted();
    try {
      const stream: ReadableStream<EventSourceMessage> = (await client.openEvents(id, lastEventId, signal))
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream());
      for await (const event of stream) {
        lastHeard = Date.now();
        if (event.event === 'done') return searchViewSchema.parse(JSON.parse(event.data));
        if (event.event === 'activity') {
          const activity = activitySchema.safeParse(JSON.parse(event.data));
          if (activity.success) follower.onActivity(activity.data);
        }
        if (event.event === 'history') {
          if (lastEventId !== null && Number(event.id) <= Number(lastEventId)) continue;
          lastEventId = event.id ?? lastEventId;
          // Other kinds of work have entries of their own; they are not for the timeline.
          const entry = historyEntrySchema.safeParse(JSON.parse(event.data));
          if (entry.success) follower.onEntry(entry.data);
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      const refused = error instanceof CommandError && error.code !== exitCode.notReachable;
      if (refused || Date.now() - lastHeard > patienceMs) throw error;
    }
    await new Promise((wake) => setTimeout(wake, pauseMs));
  }
}
