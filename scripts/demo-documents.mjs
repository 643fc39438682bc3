import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const packages = [
  'undici',
  'pino',
  'piscina',
  'openai',
  'bullmq',
  'ioredis',
  'commander',
  'hono',
  '@hono/node-server',
  'zod',
  'turndown',
  'cheerio',
  'linkedom',
  'htmlparser2',
  'p-queue',
  'p-retry',
  'fast-check',
  'ora',
  'cli-progress',
  'tldts',
  'normalize-url',
  'robots-parser',
  'ipaddr.js',
  'jsonrepair',
  '@photostructure/sqlite',
  'gpt-tokenizer',
  'eventsource-parser',
  'msgpackr',
  'cron-parser',
  'semver',
];
const notDocumentation = /^(changelog|license|licence|code_of_conduct|contributing|security|governance)\b/i;
const shortestPage = 300;

/**
 * Copies the documentation that came with the installed packages to `target`, one folder a package.
 * Gives how many packages and pages there are.
 */
export function prepareDocuments(modules, target) {
  rmSync(target, { recursive: true, force: true });
  let pages = 0;
  let sites = 0;
  for (const name of packages) {
    const source = join(modules, name);
    if (!existsSync(source)) continue;
    const site = join(target, name.replace('@', '').replace('/', '-'));
    const found = documentationIn(source);
    for (const file of found) {
      const copy = join(site, relative(source, file));
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(file, copy, { preserveTimestamps: true });
    }
    pages += found.length;
    sites += found.length > 0 ? 1 : 0;
  }
  return { pages, sites };
}

function documentationIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(node_modules|test|tests|\..*)$/.test(entry.name) ? [] : documentationIn(path);
    if (!entry.isFile() || !/\.(md|markdown|html?)$/i.test(entry.name)) return [];
    return notDocumentation.test(entry.name) || readFileSync(path).length < shortestPage ? [] : [path];
  });
}
