import { AppError } from '@agentic-search/shared/errors';
import { Command, CommanderError } from 'commander';
import { addDoctorCommand } from './commands/doctor.js';
import { addHashKeyCommand } from './commands/hash-key.js';
import { addKbCommands } from './commands/kb.js';
import { addSearchCommand } from './commands/search.js';
import type { Terminal } from './commands/terminal.js';
import { addUpCommand } from './commands/up.js';
import { CommandError, exitCode } from './exit-code.js';

/** Makes the command line: one table of commands, writing to `terminal`. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('agentic-search')
    .description('Answers questions with citations: searches, crawls, checks, and remembers what it read.')
    .version('0.1.0')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text.replace(/\n$/, '')),
      writeErr: (text) => terminal.err(text.replace(/\n$/, '')),
    })
    .showHelpAfterError('(--help shows what there is)')
    .addHelpText(
      'after',
      '\nExit codes: 0 done · 1 failed · 2 wrong usage · 3 finished, but not complete · 4 system not reachable · 130 interrupted' +
        '\nConfiguration comes from the environment and .env; `agentic-search doctor` checks what is outside.',
    );
  addUpCommand(program, terminal);
  addSearchCommand(program, terminal);
  addKbCommands(program, terminal);
  addDoctorCommand(program, terminal);
  addHashKeyCommand(program, terminal);
  return program;
}

/** Codes of errors that a person mends by other options or variables. */
const wrongConfiguration = new Set([
  'invalid_configuration',
  'process_refused_to_start',
  'data_dir_unusable',
]);

/** Runs one command line (without node and script) and gives the exit code; never throws. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = createProgram(terminal);
  process.exitCode = undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? exitCode.done);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.wrongUsage;
    if (terminal.interrupted.aborted) return exitCode.interrupted;
    if (error instanceof CommandError) {
      terminal.err(error.message);
      return error.code;
    }
    if (error instanceof AppError) {
      terminal.err(error.detail);
      return wrongConfiguration.has(error.code) ? exitCode.wrongUsage : exitCode.failed;
    }
    terminal.err(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return exitCode.failed;
  }
}
