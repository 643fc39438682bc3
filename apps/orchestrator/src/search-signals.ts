import { AbortedError } from '@agentic-search/shared/errors';
import type { Endings } from '@agentic-search/shared/events';
import type { SearchRecords } from '@agentic-search/shared/records';

/** What ends the work on a search before its end. */
export interface SearchSignals {
  /** Fires on a cancel, with an AbortedError `cancelled`. */
  cancelled: AbortSignal;
  /** Fires on a cancel and when the process cannot wait any longer. */
  ended: AbortSignal;
}

/** The signals of one search; resolves once a cancel is listened for. Release them when the work is over. */
export async function openSearchSignals(
  id: string,
  {
    endings,
    records,
    interrupt,
  }: { endings: Endings; records: Pick<SearchRecords, 'state'>; interrupt: AbortSignal },
): Promise<SearchSignals & { release: () => void }> {
  const cancelled = new AbortController();
  const ended = new AbortController();
  // By hand: signals made by AbortSignal.any of one that lives as long as the process pile up in it.
  const interrupted = () => ended.abort(interrupt.reason);
  const stop = await endings.listen(id, async () => {
    // What was told may be the end of the run before; and while Redis is away no write of this one can succeed either.
    if ((await records.state(id).catch(() => null)) !== 'cancelled') return;
    cancelled.abort(new AbortedError('cancelled', 'the search was cancelled'));
    ended.abort(cancelled.signal.reason);
  });
  interrupt.addEventListener('abort', interrupted, { once: true });
  if (interrupt.aborted) interrupted();
  return {
    cancelled: cancelled.signal,
    ended: ended.signal,
    release: () => {
      stop();
      interrupt.removeEventListener('abort', interrupted);
    },
  };
}
