/** What the doctor saw of one thing outside. */
export interface Finding {
  name: string;
  /** `degraded`: the system works, with less; `failed`: it does not work. */
  state: 'ok' | 'degraded' | 'failed';
  seen: string;
  /** What to do; null when nothing is to be done. */
  advice: string | null;
}

/** Gives the words of an error that are safe and useful to show. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && 'detail' in error && typeof error.detail === 'string') return error.detail;
  return error instanceof Error ? error.message : String(error);
}
