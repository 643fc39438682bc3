/** Polls until `check` gives something but null; throws `failure()` after `timeoutMs`, or at once what `check` throws. */
export async function waitFor<T>(
  check: () => Promise<T | null> | T | null,
  options: { timeoutMs: number; failure: () => Error },
): Promise<T> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== null) return value;
    if (Date.now() > deadline) throw options.failure();
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** Whether a GET of `url` is answered with 200 within 2 s; never throws. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
