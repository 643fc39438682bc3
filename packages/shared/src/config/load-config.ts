import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Config } from './config.js';
import { parseConfig } from './parse-config.js';

/**
 * Gives the environment with `.env` of the working directory beneath it (what is set outside wins), and the
 * configuration read from both. Throws as parseConfig does.
 */
export function loadConfig(
  env: NodeJS.ProcessEnv = process.env,
  file = '.env',
): { config: Config; env: NodeJS.ProcessEnv } {
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const merged = { ...fromFile, ...env };
  return { config: parseConfig(merged), env: merged };
}
