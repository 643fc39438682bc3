import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestSystem, type TestSystem } from '../../test/support/test-system.js';
import { printTable } from '../measure/print-table.js';
import { type Asked, answeredAtOnce, askSearch } from './ask.js';
import { type BareJobs, startBareJobs } from './bare-jobs.js';
import { benchKnowledge, fillStore } from './knowledge.js';
import { IN_FLIGHT, manyAtOnce, oneByOne } from './measure-searches.js';
import { byteFigures, cpuFigures, latencyFigures, memoryFigures } from './queue-figures.js';
import { bytesOfSearches, type SearchBytes } from './redis-bytes.js';

export interface QueueBenchOptions {
  searches: number;
  chunks: number;
  idleSeconds: number;
  signal: AbortSignal;
  print: (line: string) => void;
}

/** Questions on documentation that the knowledge base does not hold: each crawls three pages. */
const crawlQuestions = [
  'How does the undici dispatcher handle request retries?',
  'How does the undici mock agent intercept requests?',
  'How does the undici proxy agent connect to a proxy?',
  'How does the undici cache store keep responses?',
  'How does the undici client handle pipelining?',
];
/** Code that runs for the first time is slow for thousands of searches more; a system runs for weeks. */
const WARM_ROUNDS = 2;
const WARM_ONE_BY_ONE = 200;

/** Measures the whole built system: searches beside plain retrieval and bare jobs, Redis bytes, idle memory. */
export async function queueBench(options: QueueBenchOptions): Promise<void> {
  const { print, signal } = options;
  const knowledge = benchKnowledge({ chunks: options.chunks, questions: options.searches });
  const documents = mkdtempSync(join(tmpdir(), 'agentic-search-bench-'));
  const docs = resolve(import.meta.dirname, '../../node_modules/undici/docs/docs');
  cpSync(docs, join(documents, 'undici'), { recursive: true });
  const nodeOptions = process.env.BENCH_NODE_OPTIONS;
  const system = await startTestSystem({
    documents,
    settings: { JOB_LOCK_MS: '30000', ...(nodeOptions ? { NODE_OPTIONS: nodeOptions } : {}) },
  });
  let bare: BareJobs | null = null;
  try {
    print(`${cpus().length} cores, Node ${process.versions.node}, load ${loadOf()}`);
    const filledFrom = performance.now();
    await fillStore(await system.store(), knowledge, signal);
    print(`${options.chunks} chunks written in ${((performance.now() - filledFrom) / 1_000).toFixed(1)} s`);
    bare = await startBareJobs(system.redisUrl());
    const { questions } = knowledge;
    for (let round = 0; round < WARM_ROUNDS; round += 1) await manyAtOnce(system, questions, signal);
    await oneByOne(system, bare, questions.slice(0, WARM_ONE_BY_ONE), signal);
    print(`warm, load ${loadOf()}`);

    const single = await oneByOne(system, bare, questions, signal);
    print(`${questions.length} one at a time, load ${loadOf()}`);
    const rush = await manyAtOnce(system, questions, signal);
    print(`${questions.length} with ${IN_FLIGHT} in flight, load ${loadOf()}`);
    const crawled = await crawlSearches(system, signal);
    const bytes = await bytesOf(system, single.asked);
    const crawlBytes = await bytesOf(system, crawled);
    await bare.close();
    bare = null;
    print(`idling for ${options.idleSeconds} s`);
    await sleep(options.idleSeconds * 1_000, undefined, { signal });

    const all = [...single.asked, ...rush.asked];
    const atOnce = single.asked.filter(answeredAtOnce).length;
    print(
      `\n${atOnce} of ${questions.length} distinct questions were answered completely from ${options.chunks} chunks in iteration 1`,
    );
    for (const { view } of single.asked.filter((one) => !answeredAtOnce(one)).slice(0, 5)) {
      const seen = view.search_history.map((entry) => entry.action).join(' → ');
      print(`  not ${view.query} (completeness ${view.completeness}: ${seen})`);
    }
    print(`(${all.filter(answeredAtOnce).length} of ${all.length} searches in all); load ${loadOf()}\n`);
    printTable(
      [
        ...cpuFigures(`${IN_FLIGHT} in flight`, rush),
        ...cpuFigures('one at a time', single),
        ...latencyFigures(single),
        { name: `searches a second, ${IN_FLIGHT} in flight`, value: rush.searchesPerSecond, unit: '/s' },
        ...byteFigures('a search from the knowledge base', bytes),
        ...byteFigures('a search that crawled 3 pages', crawlBytes),
        ...memoryFigures(system, options.idleSeconds),
      ],
      print,
    );
  } finally {
    await bare?.close();
    await system.stop();
    rmSync(documents, { recursive: true, force: true });
  }
}

const loadOf = (): string => loadavg()[0]?.toFixed(1) ?? '?';

async function crawlSearches(system: TestSystem, signal: AbortSignal): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const query of crawlQuestions) {
    const body = { query, completeness_threshold: 1, url_score_threshold: 0, max_iterations: 1 };
    asked.push(await askSearch(system.url() ?? '', body, signal));
  }
  const whole = asked.filter(({ view }) =>
    view.search_history.some((entry) => entry.action === 'crawl' && entry.urls_stored === 3),
  );
  if (whole.length === 0) throw new Error('no search crawled three pages');
  return whole;
}

const bytesOf = (system: TestSystem, asked: readonly Asked[]): Promise<SearchBytes[]> =>
  bytesOfSearches(
    system.client,
    system.prefix,
    asked.map(({ view }) => view.id),
  );
