import { type Config, loadConfig } from '@agentic-search/shared/config';
import { readDataDirHolder } from '@agentic-search/shared/private-redis';
import { startSystem } from '../launcher/index.js';
import { answersOk } from '../launcher/wait-for.js';
import { systemOptions } from '../system-options.js';
import { type ApiClient, createApiClient } from './api-client.js';

/** A system to ask, and how to let go of it. */
export interface FoundSystem {
  client: ApiClient;
  /** Ends the system when it was started for the occasion. */
  release(): Promise<void>;
}

/**
 * Finds the system to ask: `url`, else the one that holds DATA_DIR, else one at PORT on this machine, else one that is
 * started for the occasion. The key comes from AGENTIC_SEARCH_API_KEY.
 */
export async function findSystem(options: {
  url: string | undefined;
  log: (line: string) => void;
  signal: AbortSignal;
}): Promise<FoundSystem> {
  const { config, env } = loadConfig();
  const key = env.AGENTIC_SEARCH_API_KEY || null;
  const at = (baseUrl: string): FoundSystem => ({
    client: createApiClient({ baseUrl, key }),
    release: () => Promise.resolve(),
  });
  if (options.url !== undefined) return at(options.url);
  const running = await runningSystem(config);
  if (running !== null) return at(running);
  options.log('no system is running: starting one for this question');
  const system = await startSystem({
    ...systemOptions(config, env),
    port: 0,
    what: 'agentic-search',
    log: options.log,
    signal: options.signal,
  });
  return {
    client: createApiClient({ baseUrl: system.url() ?? '', key }),
    release: () => system.stop(),
  };
}

async function runningSystem(config: Config): Promise<string | null> {
  const holder = await readDataDirHolder(config.services.dataDir);
  const candidates = [
    holder?.url ?? null,
    config.server.port === 0 ? null : `http://127.0.0.1:${config.server.port}`,
  ];
  for (const candidate of candidates) {
    if (candidate !== null && (await answersOk(`${candidate}/health`))) return candidate;
  }
  return null;
}
