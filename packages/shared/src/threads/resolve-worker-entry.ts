import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where a worker thread starts and the Node options it needs; fits `new Worker` and piscina alike. */
export interface WorkerEntry {
  /** Absolute path of the entry file. */
  filename: string;
  /** Options for the thread; without them it would inherit those of the main thread. */
  execArgv: string[];
}

// tsx registers itself in the main thread only, so a thread that runs TypeScript asks it to; its ES build, since
// the CommonJS one does not find its own loader.
function registerTsx(callerUrl: string): string {
  const api = createRequire(callerUrl)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs');
  const code = `import { register } from ${JSON.stringify(pathToFileURL(api).href)}; register();`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/**
 * Finds the entry file of a worker thread beside the module that starts it. Takes the caller's `import.meta.url`
 * and the entry as an import would name it (`'./store-thread.js'`). From built code that is the built file; from
 * TypeScript sources (tests) the `.ts` file, run through tsx with the workspace's `source` condition.
 */
export function resolveWorkerEntry(callerUrl: string, entry: string): WorkerEntry {
  const url = new URL(entry, callerUrl);
  if (!new URL(callerUrl).pathname.endsWith('.ts')) return { filename: fileURLToPath(url), execArgv: [] };
  url.pathname = url.pathname.replace(/\.js$/, '.ts');
  return {
    filename: fileURLToPath(url),
    execArgv: ['--conditions=@agentic-search/source', '--import', registerTsx(callerUrl)],
  };
}
