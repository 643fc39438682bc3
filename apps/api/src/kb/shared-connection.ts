/**
 * Opens something once for all who ask, and again after it failed. A failure is kept for `patienceMs`, so that a
 * service that is away is not asked by every request.
 */
export function sharedConnection<T>(
  open: () => Promise<T>,
  options: { patienceMs: number; now: () => number },
): () => Promise<T> {
  let opening: Promise<T> | null = null;
  let failedAt: number | null = null;
  return () => {
    if (failedAt !== null && options.now() - failedAt >= options.patienceMs) opening = null;
    if (opening === null) {
      failedAt = null;
      opening = open();
      opening.catch(() => {
        failedAt = options.now();
      });
    }
    return opening;
  };
}
