import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { startTestSystem, type TestSystem } from '../../test/support/test-system.js';
import { mean, quantile } from '../measure/distribution.js';
import { type Figure, printTable } from '../measure/print-table.js';
import { cpuMs, residentMemory } from '../measure/process-usage.js';
import { type Asked, answeredAtOnce, askKnowledge, askSearch } from './ask.js';
import { type BareJobs, startBareJobs } from './bare-jobs.js';
import { benchKnowledge, fillStore } from './knowledge.js';
import { bytesOfSearches, type SearchBytes, totalBytes } from './redis-bytes.js';

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
/** One at a time, in turns, so that a change of the machine's load meets all alike. */
const TURN = 50;
const IN_FLIGHT = 100;
/** Work that a process does after its answer is out must fall into its own turn. */
const SETTLE_MS = 30;
const KIB = 1_024;

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
    const warm = questions.slice(0, Math.min(200, questions.length));
    await inTurns(system, bare, warm, signal);
    await manyAtOnce(system, warm, signal);
    print(`warm, load ${loadOf()}`);

    const turns = await inTurns(system, bare, questions, signal);
    print(`${questions.length} one at a time, load ${loadOf()}`);
    const rush = await manyAtOnce(system, questions, signal);
    print(`${questions.length} with ${IN_FLIGHT} in flight, load ${loadOf()}`);
    const crawled = await crawlSearches(system, signal);
    const bytes = await bytesOf(system, turns.asked);
    const crawlBytes = await bytesOf(system, crawled);
    await bare.close();
    bare = null;
    print(`idling for ${options.idleSeconds} s`);
    await sleep(options.idleSeconds * 1_000, undefined, { signal });

    const all = [...turns.asked, ...rush.asked];
    const atOnce = turns.asked.filter(answeredAtOnce).length;
    print(
      `\n${atOnce} of ${questions.length} distinct questions were answered completely from ${options.chunks} chunks in iteration 1`,
    );
    for (const { view } of turns.asked.filter((one) => !answeredAtOnce(one)).slice(0, 5)) {
      const seen = view.search_history.map((entry) => entry.action).join(' → ');
      print(`  not ${view.query} (completeness ${view.completeness}: ${seen})`);
    }
    print(`(${all.filter(answeredAtOnce).length} of ${all.length} searches in all); load ${loadOf()}\n`);
    printTable(
      [
        ...cpuFigures(turns),
        ...latencyFigures(turns),
        { name: `searches a second, ${IN_FLIGHT} in flight`, value: rush.perSecond, unit: '/s' },
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
const pidOf = (system: TestSystem, name: string): number => {
  const pid = system.find(name).pid();
  if (pid === null) throw new Error(`${name} does not run`);
  return pid;
};
const baseOf = (system: TestSystem): string => system.url() ?? '';

interface Cpu {
  api: number;
  orchestrator: number;
}

interface Turns {
  asked: Asked[];
  retrievalMs: number[];
  bareMs: number[];
  /** CPU ms in all, for the searches and for as many retrievals. */
  searchCpu: Cpu;
  retrievalCpu: Cpu;
}

/** The same questions as retrieval, as search and as bare job, one at a time. */
async function inTurns(
  system: TestSystem,
  bare: BareJobs,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<Turns> {
  const base = baseOf(system);
  const pids = { api: pidOf(system, 'api'), orchestrator: pidOf(system, 'orchestrator-1') };
  const turns: Turns = {
    asked: [],
    retrievalMs: [],
    bareMs: [],
    searchCpu: { api: 0, orchestrator: 0 },
    retrievalCpu: { api: 0, orchestrator: 0 },
  };
  const counted = async (sum: Cpu, work: () => Promise<void>) => {
    const before = { api: cpuMs(pids.api), orchestrator: cpuMs(pids.orchestrator) };
    await work();
    await sleep(SETTLE_MS);
    sum.api += cpuMs(pids.api) - before.api;
    sum.orchestrator += cpuMs(pids.orchestrator) - before.orchestrator;
  };
  for (let from = 0; from < questions.length; from += TURN) {
    const part = questions.slice(from, from + TURN);
    await counted(turns.retrievalCpu, async () => {
      for (const query of part) turns.retrievalMs.push(await askKnowledge(base, query, signal));
    });
    await counted(turns.searchCpu, async () => {
      for (const query of part) turns.asked.push(await askSearch(base, { query }, signal));
    });
    for (const _ of part) turns.bareMs.push(await bare.run());
  }
  return turns;
}

async function manyAtOnce(
  system: TestSystem,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<{ asked: Asked[]; perSecond: number }> {
  const queue = new PQueue({ concurrency: IN_FLIGHT });
  const started = performance.now();
  const asked = await queue.addAll(
    questions.map((query) => () => askSearch(baseOf(system), { query }, signal)),
  );
  return { asked, perSecond: (questions.length * 1_000) / (performance.now() - started) };
}

async function crawlSearches(system: TestSystem, signal: AbortSignal): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const query of crawlQuestions) {
    const body = { query, completeness_threshold: 1, url_score_threshold: 0, max_iterations: 1 };
    asked.push(await askSearch(baseOf(system), body, signal));
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

function cpuFigures({ asked, searchCpu, retrievalCpu }: Turns): Figure[] {
  const each = (ms: number) => ms / asked.length;
  const retrieval = each(retrievalCpu.api + retrievalCpu.orchestrator);
  const search = each(searchCpu.api + searchCpu.orchestrator);
  return [
    {
      name: 'CPU above retrieval, a search',
      value: search - retrieval,
      unit: 'ms',
      target: 5,
      peer: `search ${search.toFixed(1)} ms, kb/search ${retrieval.toFixed(1)} ms (${(search / retrieval).toFixed(2)}×)`,
    },
    {
      name: '  of it API',
      value: each(searchCpu.api),
      unit: 'ms',
      peer: `kb/search ${each(retrievalCpu.api).toFixed(1)} ms`,
    },
    {
      name: '  of it orchestrator',
      value: each(searchCpu.orchestrator),
      unit: 'ms',
      peer: 'retrieval included',
    },
  ];
}

function latencyFigures({ asked, retrievalMs, bareMs }: Turns): Figure[] {
  const searchMs = asked.map(({ ms }) => ms);
  return [0.5, 0.95].flatMap((share): Figure[] => {
    const [search, retrieval, job] = [searchMs, retrievalMs, bareMs].map((all) => quantile(all, share));
    if (search === undefined || retrieval === undefined || job === undefined) return [];
    const at = `p${share * 100}`;
    return [
      {
        name: `${at} POST to done`,
        value: search,
        unit: 'ms',
        peer: `kb/search ${retrieval.toFixed(1)} ms, bare job ${job.toFixed(1)} ms`,
      },
      {
        name: `${at} overhead above retrieval`,
        value: search - retrieval,
        unit: 'ms',
        ...(share === 0.5 ? { target: 15 } : {}),
        peer: `${((search - retrieval) / job).toFixed(1)}× a bare job`,
      },
    ];
  });
}

function byteFigures(of: string, bytes: readonly SearchBytes[]): Figure[] {
  const totals = bytes.map((one) => totalBytes(one) / KIB);
  const part = (name: keyof SearchBytes) => (mean(bytes.map((one) => one[name])) / KIB).toFixed(1);
  return [
    {
      name: `Redis, ${of}, mean of ${bytes.length}`,
      value: mean(totals),
      unit: 'KiB',
      target: 40,
      peer: `record ${part('record')}, jobs ${part('jobs')}, lists ${part('lists')} KiB`,
    },
    { name: `Redis, ${of}, most`, value: Math.max(...totals), unit: 'KiB', target: 40 },
  ];
}

function memoryFigures(system: TestSystem, idleSeconds: number): Figure[] {
  return system.processes.map(({ name }) => {
    const { mib, threads } = residentMemory(pidOf(system, name));
    const target = name === 'documents-engine' ? {} : { target: 120 };
    return {
      name: `resident, ${name}, idle ${idleSeconds} s`,
      value: mib,
      unit: 'MiB',
      ...target,
      peer: `${threads} threads`,
    };
  });
}
