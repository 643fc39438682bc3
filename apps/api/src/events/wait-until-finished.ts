import type { Endings } from '@agentic-search/shared/events';
import { isFinished, type SearchRecords, searchStateSchema } from '@agentic-search/shared/records';
import { Bell } from './bell.js';
import { look } from './look.js';

const finished = (state: string): boolean => {
  const known = searchStateSchema.safeParse(state);
  return known.success && isFinished({ state: known.data });
};

/**
 * Waits until a search has finished, for `ms` at most, or until the signal fires. Gives whether it has. Its end is told;
 * its state is looked at first and every `pollMs`, for an end that nobody heard. The record is read by whoever wants it.
 */
export async function waitUntilFinished(
  id: string,
  parts: { records: Pick<SearchRecords, 'state'>; endings: Pick<Endings, 'listen'> },
  options: { ms: number; pollMs: number; signal: AbortSignal },
): Promise<boolean> {
  const until = Date.now() + options.ms;
  const bell = new Bell();
  let ended = false;
  // Not waited for: while Redis is away the subscription stands later, and the looks at the state go on.
  const listening = parts.endings
    .listen(id, () => {
      ended = true;
      bell.ring();
    })
    .catch(() => () => undefined);
  try {
    for (;;) {
      const state = await look(() => parts.records.state(id));
      if (state === null) return false;
      if (state !== undefined && finished(state)) return true;
      const left = until - Date.now();
      if (left <= 0 || options.signal.aborted) return false;
      await bell.wait(Math.min(options.pollMs, left), options.signal);
      if (ended) return true;
    }
  } finally {
    void listening.then((stop) => stop());
  }
}
