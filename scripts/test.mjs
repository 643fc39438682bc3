// npm test: installs and builds where needed, then runs every test. Arguments go to vitest.
import { spawn } from 'node:child_process';
import { prepare, root } from './prepare.mjs';

prepare((line) => process.stderr.write(`${line}\n`));
const vitest = spawn(
  process.execPath,
  [`${root}/node_modules/vitest/vitest.mjs`, 'run', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => vitest.kill(signal));
vitest.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
