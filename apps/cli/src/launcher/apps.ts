import { fileURLToPath } from 'node:url';

/** The processes a system is made of, in the order of an orderly end (Redis goes last of all). */
export const appNames = [
  'api',
  'orchestrator',
  'crawler-worker',
  'indexer-worker',
  'documents-engine',
] as const;
export type AppName = (typeof appNames)[number];

const appsFolder = new URL('../../../', import.meta.url);

/** Absolute path of an app's built entry. */
export function appEntry(app: AppName): string {
  return fileURLToPath(new URL(`${app}/dist/main.js`, appsFolder));
}

/** Their main thread only passes work on to threads and services: a small young generation keeps them small at rest. */
const frugal = new Set<AppName>(['crawler-worker', 'indexer-worker']);

/** Arguments of node for an app, before its entry. */
export function nodeArguments(app: AppName): string[] {
  return frugal.has(app) ? ['--max-semi-space-size=4'] : [];
}
