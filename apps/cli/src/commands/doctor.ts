import { loadConfig } from '@agentic-search/shared/config';
import { limitSignal } from '@agentic-search/shared/time-limits';
import type { Command } from 'commander';
import { checkRedis } from '../doctor/check-redis.js';
import {
  checkBrowser,
  checkEmbedder,
  checkLlm,
  checkReranker,
  checkSearchEngine,
} from '../doctor/check-services.js';
import { checkVectorStore } from '../doctor/check-vector-store.js';
import type { Finding } from '../doctor/finding.js';
import { exitCode } from '../exit-code.js';
import type { Terminal } from './terminal.js';

/** `doctor`: one line per thing outside. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .summary('check what is outside: Redis, stores, engines, models')
    .description(
      'Checks everything outside this system, one line each: ok, degraded (works with less) or failed, what was seen, ' +
        'what to do. Exits 1 when something failed.',
    )
    .option('--json', 'one JSON object a line')
    .action((options: { json?: boolean }) => doctor(options, terminal));
}

const LONGEST_CHECK_MS = 20_000;

async function doctor(options: { json?: boolean }, terminal: Terminal): Promise<void> {
  const { config, env } = loadConfig();
  const limit = limitSignal(terminal.interrupted, LONGEST_CHECK_MS);
  const { signal } = limit;
  const checks: (() => Promise<Finding> | Finding)[] = [
    () => checkRedis(config, env.PATH ?? ''),
    () => checkVectorStore(config, signal),
    () => checkSearchEngine(config, signal),
    () => checkLlm(config, signal),
    () => checkEmbedder(config, signal),
    () => checkReranker(config),
    () => checkBrowser(config),
  ];
  let failed = false;
  // All at once, shown in their order: one that hangs does not hold up what is known already.
  for (const running of checks.map(async (check) => check())) {
    const finding = await running;
    terminal.interrupted.throwIfAborted();
    failed ||= finding.state === 'failed';
    terminal.out(options.json ? JSON.stringify(finding) : describe(finding));
  }
  limit.release();
  if (failed) process.exitCode = exitCode.failed;
}

function describe(finding: Finding): string {
  const advice = finding.advice === null ? '' : ` → ${finding.advice}`;
  return `${finding.name.padEnd(14)} ${finding.state.padEnd(8)} ${finding.seen}${advice}`;
}
