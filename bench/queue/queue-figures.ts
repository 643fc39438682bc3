import type { TestSystem } from '../../test/support/test-system.js';
import { mean, quantile } from '../measure/distribution.js';
import type { Figure } from '../measure/print-table.js';
import { residentMemory } from '../measure/process-usage.js';
import type { Measured, OneByOne } from './measure-searches.js';
import { type SearchBytes, totalBytes } from './redis-bytes.js';
import { pidOf } from './system-cpu.js';

const KIB = 1_024;

/** CPU of a search above that of a retrieval, and where it is spent; `how` says how they were asked. */
export function cpuFigures(how: string, { asked, searchCpu, retrievalCpu }: Measured): Figure[] {
  const each = (ms: number) => ms / asked.length;
  const retrieval = each(retrievalCpu.api + retrievalCpu.orchestrator);
  const search = each(searchCpu.api + searchCpu.orchestrator);
  return [
    {
      name: `CPU above retrieval, ${how}`,
      value: search - retrieval,
      unit: 'ms',
      target: 5,
      peer: `search ${search.toFixed(1)} ms, kb/search ${retrieval.toFixed(1)} ms (${(search / retrieval).toFixed(2)}×)`,
    },
    {
      name: '  of the search API',
      value: each(searchCpu.api),
      unit: 'ms',
      peer: `kb/search ${each(retrievalCpu.api).toFixed(1)} ms`,
    },
    {
      name: '  of the search orchestrator',
      value: each(searchCpu.orchestrator),
      unit: 'ms',
      peer: 'retrieval included',
    },
  ];
}

/** Time of a search from POST to done, and what of it is above retrieval, asked one at a time. */
export function latencyFigures({ asked, retrievalMs, bareMs }: OneByOne): Figure[] {
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

/** Bytes in Redis of finished searches. */
export function byteFigures(of: string, bytes: readonly SearchBytes[]): Figure[] {
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

/** Resident memory of every process of the system. */
export function memoryFigures(system: TestSystem, idleSeconds: number): Figure[] {
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
