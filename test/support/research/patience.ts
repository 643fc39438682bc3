import { vi } from 'vitest';

/** Whole systems share two cores with whatever else runs: their tests wait longer before they call it a failure. */
export function bePatient(): void {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
}

/** How long a search may take before a test gives it up, in ms. */
export const SEARCH_PATIENCE_MS = 90_000;
