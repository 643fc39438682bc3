import { loadConfig } from '@agentic-search/shared/config';
import type { Command } from 'commander';
import { exitCode } from '../exit-code.js';
import { startSystem } from '../launcher/index.js';
import { systemOptions } from '../system-options.js';
import { wholeNumber } from './numbers.js';
import type { Terminal } from './terminal.js';

interface UpOptions {
  port?: number;
  dataDir?: string;
  documents?: string;
  orchestrators: number;
  crawlers: number;
  indexers: number;
}

/** `up`: the whole system on one machine until Ctrl-C. */
export function addUpCommand(program: Command, terminal: Terminal): void {
  program
    .command('up')
    .summary('run the whole system on this machine')
    .description(
      'Runs the whole system on this machine: a private Redis unless REDIS_URL is set, the API, and the workers as ' +
        'child processes that are started again when they die. Prints "ready URL" once it can be used. ' +
        'Ctrl-C ends everything in order; nothing stays behind. Logs are in DATA_DIR/logs.',
    )
    .option(
      '--port <n>',
      'port of the API; 0 = any free one (default: PORT, else 8787)',
      wholeNumber(0, 65_535),
    )
    .option('--data-dir <dir>', 'folder of everything kept (default: DATA_DIR, else .data)')
    .option(
      '--documents <dir>',
      'folder of HTML and Markdown to serve and search (default: SEARCH_DOCUMENTS)',
    )
    .option('--orchestrators <n>', 'orchestrator processes', wholeNumber(0, 64), 1)
    .option('--crawlers <n>', 'crawler processes', wholeNumber(0, 64), 1)
    .option('--indexers <n>', 'indexer processes', wholeNumber(0, 64), 1)
    .action((options: UpOptions) => up(options, terminal));
}

async function up(options: UpOptions, terminal: Terminal): Promise<void> {
  const given: NodeJS.ProcessEnv = { ...process.env };
  if (options.dataDir !== undefined) given.DATA_DIR = options.dataDir;
  if (options.documents !== undefined) given.SEARCH_DOCUMENTS = options.documents;
  if (options.port !== undefined) given.PORT = String(options.port);
  const { config, env } = loadConfig(given);
  const system = await startSystem({
    ...systemOptions(config, env),
    counts: {
      api: 1,
      orchestrator: options.orchestrators,
      'crawler-worker': options.crawlers,
      'indexer-worker': options.indexers,
    },
    what: 'agentic-search up',
    log: terminal.err,
    signal: terminal.interrupted,
  });
  terminal.out(`ready ${system.url()}`);
  const end = new Promise<null>((done) => {
    if (terminal.interrupted.aborted) done(null);
    terminal.interrupted.addEventListener('abort', () => done(null));
  });
  const failure = await Promise.race([end, system.refused]);
  terminal.err(failure === null ? 'ending' : failure.message);
  await system.stop();
  const asked = terminal.interrupted.reason === 'SIGTERM' ? exitCode.done : exitCode.interrupted;
  process.exitCode = failure === null ? asked : exitCode.failed;
}
