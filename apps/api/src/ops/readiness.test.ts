import { describe, expect, it } from 'vitest';
import { type CheckName, type Probe, Readiness } from './readiness.js';

function readiness(probes: Partial<Record<CheckName, Probe>>, now: () => number = () => 0): Readiness {
  const none = {
    redis: null,
    vector_store: null,
    search_engine: null,
    llm: null,
    embedder: null,
    documents: null,
  };
  return new Readiness({ ...none, ...probes }, { timeoutMs: 20, keepMs: 1_000, now });
}

describe('Readiness', () => {
  it('asks each service once for many who ask, and again later', async () => {
    let asked = 0;
    let time = 0;
    const one = readiness(
      {
        redis: async () => {
          asked += 1;
        },
      },
      () => time,
    );
    await Promise.all(Array.from({ length: 50 }, () => one.report()));
    time = 999;
    await one.report();
    expect(asked).toBe(1);
    time = 1_000;
    await one.report();
    expect(asked).toBe(2);
  });

  it('tells a probe that never ends to stop, and goes on', async () => {
    let told = false;
    const one = readiness({
      llm: (signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            told = true;
          });
        }),
    });
    const report = await one.report();
    expect(report.checks.llm).toEqual({ status: 'degraded', detail: 'no answer within 20 ms' });
    expect(report.status).toBe('degraded');
    expect(told).toBe(true);
  });
});
