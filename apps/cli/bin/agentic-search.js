#!/usr/bin/env node
// Committed as it is: npm links it before anything is built.
import { existsSync } from 'node:fs';

const built = new URL('../dist/main.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write(
    'agentic-search is not built yet: run `npm ci && npm run build` in the project first\n',
  );
  process.exitCode = 1;
}
