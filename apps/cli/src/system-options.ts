import type { Config } from '@agentic-search/shared/config';
import type { SystemOptions } from './launcher/index.js';

/** Gives how a whole system is started from a configuration: one process of each kind, restarted when they die. */
export function systemOptions(config: Config, env: NodeJS.ProcessEnv): Omit<SystemOptions, 'what' | 'log'> {
  return {
    dataDir: config.services.dataDir,
    env,
    redisUrl: config.services.redisUrl,
    host: config.server.host,
    port: config.server.port,
    documents: config.services.searchDocuments,
    counts: { api: 1, orchestrator: 1, 'crawler-worker': 1, 'indexer-worker': 1 },
    restart: true,
    shutdownTimeoutMs: config.server.shutdownTimeoutMs,
  };
}
