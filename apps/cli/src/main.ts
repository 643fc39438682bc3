import { createTerminal } from './commands/terminal.js';
import { runProgram } from './program.js';

process.exitCode = await runProgram(process.argv.slice(2), createTerminal());
// Nothing is left to do, whatever a library still holds open.
process.exit();
