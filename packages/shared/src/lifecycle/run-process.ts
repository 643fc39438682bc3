import process from 'node:process';
import type { Logger } from 'pino';
import { type Config, loadConfig, unusedVariables } from '../config/index.js';
import { InvalidInputError } from '../errors/app-error.js';
import { createLogger } from '../logging/create-logger.js';
import { releaseIdleMemory } from './release-idle-memory.js';
import { Shutdown } from './shutdown.js';

/** What a process's composition is given. */
export interface ProcessContext {
  config: Config;
  logger: Logger;
  shutdown: Shutdown;
}

/**
 * Runs a process from its configuration to its orderly end: SIGTERM and SIGINT close in reverse order and exit 0;
 * a parent that dies (IPC channel closed) ends it at once; a wrong configuration prints all faults and exits 2.
 */
export async function runProcess(
  name: string,
  start: (context: ProcessContext) => Promise<void>,
): Promise<void> {
  let config: Config;
  let env: NodeJS.ProcessEnv;
  try {
    ({ config, env } = loadConfig());
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    process.stderr.write(`${error.detail}\n`);
    process.exit(2);
  }
  const logger = createLogger(name, config.server.logLevel);
  for (const variable of unusedVariables(env)) {
    logger.warn({ variable }, 'this variable has no effect in this version');
  }
  const shutdown = new Shutdown(logger, config.server.shutdownTimeoutMs);
  const end = (reason: string) => {
    logger.info({ reason }, 'ending');
    shutdown.run().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'ended by force');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
  // Whoever started this process is gone without a word: nothing may stay behind.
  process.once('disconnect', () => process.exit(1));
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
  try {
    await start({ config, logger, shutdown });
    shutdown.add('idle memory', releaseIdleMemory());
    logger.info('started');
    // Whoever started this process waits for it.
    process.send?.({ type: 'started' });
  } catch (error) {
    if (error instanceof InvalidInputError) process.stderr.write(`${error.detail}\n`);
    else logger.fatal({ err: error }, 'could not start');
    await shutdown.run().catch(() => undefined);
    process.exit(error instanceof InvalidInputError ? 2 : 1);
  }
}
