const shortestMs = 200;
const longestMs = 10_000;
const healthyMs = 30_000;

/** Gives the pause in ms before each restart: doubling from 200 ms to 10 s, from the start after 30 s of good health. */
export function createRestartBackoff(): { next(ranForMs: number): number } {
  let failures = 0;
  return {
    next(ranForMs) {
      failures = ranForMs >= healthyMs ? 1 : failures + 1;
      return Math.min(longestMs, shortestMs * 2 ** (failures - 1));
    },
  };
}
