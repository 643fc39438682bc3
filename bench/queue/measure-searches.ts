import PQueue from 'p-queue';
import type { TestSystem } from '../../test/support/test-system.js';
import { type Asked, askKnowledge, askSearch } from './ask.js';
import type { BareJobs } from './bare-jobs.js';
import { addCpuOf, type SystemCpu } from './system-cpu.js';

/** Searches and as many retrievals of the same questions, with the CPU that each kind took in all. */
export interface Measured {
  asked: Asked[];
  searchCpu: SystemCpu;
  retrievalCpu: SystemCpu;
}

export interface OneByOne extends Measured {
  retrievalMs: number[];
  bareMs: number[];
}

export interface ManyAtOnce extends Measured {
  searchesPerSecond: number;
}

export const IN_FLIGHT = 100;
/** Questions in a row as retrieval, then as search: a change of the machine's load meets both alike. */
const TURN = 50;
const ROUND = 250;

const nothing = (): Measured => ({
  asked: [],
  searchCpu: { api: 0, orchestrator: 0 },
  retrievalCpu: { api: 0, orchestrator: 0 },
});

const partsOf = (questions: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(questions.length / size) }, (_, at) =>
    questions.slice(at * size, (at + 1) * size),
  );

const baseOf = (system: TestSystem): string => system.url() ?? '';

/** The same questions as retrieval, as search and as bare job, one at a time. */
export async function oneByOne(
  system: TestSystem,
  bare: BareJobs,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<OneByOne> {
  const base = baseOf(system);
  const measured: OneByOne = { ...nothing(), retrievalMs: [], bareMs: [] };
  for (const part of partsOf(questions, TURN)) {
    await addCpuOf(system, measured.retrievalCpu, async () => {
      for (const query of part) measured.retrievalMs.push(await askKnowledge(base, query, signal));
    });
    await addCpuOf(system, measured.searchCpu, async () => {
      for (const query of part) measured.asked.push(await askSearch(base, { query }, signal));
    });
    for (const _ of part) measured.bareMs.push(await bare.run());
  }
  return measured;
}

/** The same questions as retrieval and as search, many in flight. */
export async function manyAtOnce(
  system: TestSystem,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<ManyAtOnce> {
  const base = baseOf(system);
  const queue = new PQueue({ concurrency: IN_FLIGHT });
  const measured = nothing();
  let seconds = 0;
  for (const part of partsOf(questions, ROUND)) {
    await addCpuOf(system, measured.retrievalCpu, async () => {
      await queue.addAll(part.map((query) => () => askKnowledge(base, query, signal)));
    });
    await addCpuOf(system, measured.searchCpu, async () => {
      const started = performance.now();
      measured.asked.push(
        ...(await queue.addAll(part.map((query) => () => askSearch(base, { query }, signal)))),
      );
      seconds += (performance.now() - started) / 1_000;
    });
  }
  return { ...measured, searchesPerSecond: questions.length / seconds };
}
