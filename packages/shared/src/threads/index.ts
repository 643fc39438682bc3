export { resolveWorkerEntry, type WorkerEntry } from './resolve-worker-entry.js';
