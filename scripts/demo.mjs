// npm run demo [-- "a question of yours"] [-- --crash]
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDocuments } from './demo-documents.mjs';
import { prepare, root } from './prepare.mjs';

const defaultQuestion = 'How do I declare a variadic option in commander?';
const kept = new Set(['redis-server', 'documents-engine']);

const args = process.argv.slice(2);
const crash = args.includes('--crash');
const question =
  args
    .filter((arg) => arg !== '--crash')
    .join(' ')
    .trim() || defaultQuestion;
const say = (text = '') => process.stdout.write(`${text}\n`);
const note = (text) => process.stderr.write(`  ${text}\n`);

if (args.includes('--help')) {
  say('npm run demo [-- "a question"] [-- --crash]');
  say('  asks a question over the documentation of the installed packages, twice');
  say('  --crash  kills the orchestrator and a crawler in the middle of the search');
  process.exit(0);
}

const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--crash');
if (unknown !== undefined) {
  note(`there is no option ${unknown}; --help shows what there is`);
  process.exit(2);
}

prepare(note);
// Only now are there packages and built modules to load.
const built = (path) => import(new URL(`../apps/cli/dist/${path}`, import.meta.url).href);
const { startSystem } = await built('launcher/index.js');
const { createApiClient } = await built('api/api-client.js');
const { followSearch } = await built('api/follow-search.js');
const { describeEntry } = await built('output/describe-entry.js');
const { describeSearch } = await built('output/describe-search.js');
const { readDataDirHolder } = await import('@agentic-search/shared/private-redis');

const dataDir = join(root, '.data', 'demo');
const holder = await readDataDirHolder(dataDir);
if (holder !== null) {
  note(`a demo already runs (pid ${holder.pid}): let it finish or end it first`);
  process.exit(1);
}
// Every demo starts with an empty knowledge base; the sites keep their addresses.
for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
  if (!kept.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
}
const documents = join(dataDir, 'documents');
const { pages, sites } = prepareDocuments(join(root, 'node_modules'), documents);

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    if (interruption.signal.aborted) process.exit(130);
    interruption.abort(signal);
  });
}

say('Agentic Search: the whole system on this machine, over documentation that npm installed');
say(`  ${pages} pages of ${sites} packages are served on loopback; the knowledge base is empty`);
let system = null;
try {
  const { settings, without } = demoSettings();
  system = await startSystem({
    dataDir,
    env: { ...process.env, ...without, ...settings },
    redisUrl: null,
    host: '127.0.0.1',
    port: 0,
    documents,
    counts: { api: 1, orchestrator: 1, 'crawler-worker': 1, 'indexer-worker': 1 },
    restart: true,
    shutdownTimeoutMs: 10_000,
    what: 'npm run demo',
    log: note,
    signal: interruption.signal,
  });
  say(`  running at ${system.url()}: API, orchestrator, crawler, indexer, documents engine, private Redis`);
  const first = await ask(question, crash);
  const answered = first.result?.answer.found === true;
  if (answered) {
    say('\nThe same question again:');
    const second = await ask(question, false);
    const crawled = second.search_history.some((entry) => entry.action === 'crawl');
    say(
      crawled ? '  (this one crawled as well)' : '\nAnswered from the knowledge base: nothing was crawled.',
    );
  }
  hint();
  process.exitCode = answered ? 0 : 1;
} catch (error) {
  if (!interruption.signal.aborted) note(error.detail ?? error.stack ?? String(error));
  process.exitCode = interruption.signal.aborted ? 130 : 1;
} finally {
  await system?.stop();
}
process.exit();

/** The demo runs on what it starts itself, whatever else is configured; a language model that is configured is used. */
function demoSettings() {
  const names = [
    'REDIS_URL',
    'QDRANT_URL',
    'SEARXNG_URL',
    'SEARCH_ENGINES',
    'DOCUMENTS_ENGINE_URL',
    'API_KEYS',
  ];
  const access = ['ENABLE_GATEWAY_AUTH', 'API_GATEWAY_TOKEN', 'CRAWL_ALLOW_PRIVATE_HOSTS'];
  // Empty counts as not set, also where .env has a value.
  const without = Object.fromEntries([...names, ...access].map((name) => [name, '']));
  return { without, settings: crash ? { JOB_LOCK_MS: '2000' } : {} };
}

async function ask(query, killing) {
  say(`\n? ${query}`);
  const client = createApiClient({ baseUrl: system.url(), key: null });
  const id = await client.createSearch({ query }, null);
  let killed = null;
  const follower = {
    onEntry(entry) {
      say(`  ${describeEntry(entry)}`);
      if (killing && killed === null && entry.action === 'web_search' && entry.promising_urls > 0) {
        killed = killInCrawl(client, id);
      }
    },
    onActivity() {},
  };
  const finished = await followSearch(client, id, follower, interruption.signal);
  if (killing) {
    await killed;
    if (killed === null) say('  (nothing was crawled, so nothing was killed)');
    else reportSurvival(finished);
  }
  say(`\n${describeSearch(finished).replace(/^/gm, '  ')}`);
  return finished;
}

/** Stops the sites from answering, so that the crawler hangs in a fetch, and kills crawler and orchestrator there. */
async function killInCrawl(client, id) {
  const engine = system.find('documents-engine');
  engine.pause();
  try {
    let { step } = await client.getSearch(id);
    for (const deadline = Date.now() + 2_000; step !== 'crawl' && Date.now() < deadline; ) {
      await new Promise((wake) => setTimeout(wake, 20));
      ({ step } = await client.getSearch(id));
    }
    const victims = ['crawler-worker-1', 'orchestrator-1'].map((name) => system.find(name));
    const names = victims.map((victim) => `${victim.name} (pid ${victim.pid()})`).join(' and ');
    say(`  !! kill -9 ${names} in step ${step}`);
    await Promise.all(victims.map((victim) => victim.kill()));
  } finally {
    engine.resume();
  }
}

function reportSurvival(finished) {
  const keys = finished.search_history
    .filter((entry) => entry.action !== 'error')
    .map((entry) => `${entry.iteration} ${entry.action}`);
  const twice = keys.filter((key, at) => keys.indexOf(key) !== at);
  say(
    twice.length === 0
      ? '  The search went on where it was: every step is in its history once.'
      : `  Steps twice in the history: ${twice.join(', ')}`,
  );
}

function hint() {
  say('\nTry next:');
  say('  npm run demo -- "What is the default heading style of turndown?"');
  say('  npm run demo -- --crash');
  say('  npx agentic-search up --documents .data/demo/documents');
  say('  npx agentic-search search "…"      (npx agentic-search --help for the rest)');
}
