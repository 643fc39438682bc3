import type { Endings } from '@agentic-search/shared/events';
import { isFinished, type SearchRecords } from '@agentic-search/shared/records';
import { Bell } from './bell.js';
import { look } from './look.js';

/**
 * Waits until a search has finished, for `ms` at most, or until the signal fires. Gives whether it has. Reads its state
 * alone, when its end was told and every `pollMs`: the record is read once, by whoever wants it.
 */
export async function waitUntilFinished(
  id: string,
  parts: { records: Pick<SearchRecords, 'state'>; endings: Pick<Endings, 'listen'> },
  options: { ms: number; pollMs: number; signal: AbortSignal },
): Promise<boolean> {
  const until = Date.now() + options.ms;
  const bell = new Bell();
  // Not waited for: while Redis is away the subscription stands later, and the looks at the state go on.
  const listening = parts.endings.listen(id, bell.ring).catch(() => () => undefined);
  try {
    for (;;) {
      const state = await look(() => parts.records.state(id));
      if (state === null) return false;
      if (state !== undefined && isFinished({ state })) return true;
      const left = until - Date.now();
      if (left <= 0 || options.signal.aborted) return false;
      await bell.wait(Math.min(options.pollMs, left), options.signal);
    }
  } finally {
    void listening.then((stop) => stop());
  }
}
