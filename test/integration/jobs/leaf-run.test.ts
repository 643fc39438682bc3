import { Endings } from '@agentic-search/shared/events';
import { type CrawlJobResult, JobQueues, LeafRuns, leafRun, startWorker } from '@agentic-search/shared/jobs';
import { createSearchRecords, endSearch, newSearchRecord } from '@agentic-search/shared/records';
import { createRedis, waitUntilReady } from '@agentic-search/shared/redis';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { crawlJob } from '../../support/crawl-job.js';
import { freshPrefix } from '../../support/fresh-prefix.js';
import { searchRequest } from '../../support/search-request.js';
import { until } from '../../support/until.js';

/** A crawl worker over a real queue whose page takes until the test says so, or until it is told to stop. */
async function startRig() {
  const prefix = freshPrefix();
  const connect = (use: 'producer' | 'worker' | 'subscriber') =>
    createRedis(inject('redisUrl'), use, () => undefined);
  const [redis, blocking, subscriber] = [connect('producer'), connect('worker'), connect('subscriber')];
  await waitUntilReady(redis, 5_000);
  const records = createSearchRecords(redis, { prefix, resultTtlSeconds: 100 });
  const queues = new JobQueues(redis, prefix);
  const endings = new Endings(subscriber, prefix);
  let running = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const logger = pino({ level: 'silent' });
  const settings = {
    redis: blocking,
    prefix,
    lockMs: 5_000,
    logger,
    endings,
    recordState: (id: string) => records.state(id),
  };
  const run = leafRun(
    'crawl',
    async ({ url }, { signal }) => {
      running += 1;
      await Promise.race([
        finished,
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
      return { outcome: 'failure', url, code: 'read', detail: 'the page was read' };
    },
    settings,
    new LeafRuns(),
  );
  const worker = startWorker('crawl', run, settings);
  return {
    redis,
    prefix,
    records,
    endings,
    finish: () => finish(),
    isRunning: () => running > 0,
    begin: async (id: string) => {
      const request = searchRequest({}, 'default');
      await records.create(newSearchRecord({ id, owner: 'local', request, now: 1 }));
      const data = crawlJob('https://a.example/', { record: { kind: 'search', id, run: 1 } });
      await queues.add('crawl', data, { jobId: `crawl-${id}` });
    },
    resultOf: (id: string) =>
      until('the result', async () => {
        const job = await queues.find('crawl', `crawl-${id}`);
        return (await job?.isCompleted()) ? (job?.returnvalue as CrawlJobResult) : null;
      }),
    close: async () => {
      await worker.close();
      await queues.close();
      for (const one of [redis, blocking, subscriber]) one.disconnect();
    },
  };
}

let rig: Awaited<ReturnType<typeof startRig>>;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(async () => {
  rig.finish();
  await rig.close();
});

describe('leafRun', () => {
  it('stops the page when its search is cancelled', async () => {
    await rig.begin('a');
    await until('the page', rig.isRunning);
    await rig.records.update('a', (record) => endSearch(record, { status: 'cancelled', now: 2 }));
    expect(await rig.resultOf('a')).toMatchObject({ outcome: 'failure', code: 'aborted' });
  });

  it('goes on when the end of a former run is told late', async () => {
    await rig.begin('a');
    await until('the page', rig.isRunning);
    let told = false;
    await rig.endings.listen('a', () => {
      told = true;
    });
    await rig.redis.publish(`${rig.prefix}:endings`, 'a');
    await until('the late message', () => told);
    rig.finish();
    expect(await rig.resultOf('a')).toMatchObject({ outcome: 'failure', code: 'read' });
  });

  it('does not begin for a search that has ended', async () => {
    await rig.records.create(
      newSearchRecord({ id: 'b', owner: 'local', request: searchRequest({}, 'default'), now: 1 }),
    );
    await rig.records.update('b', (record) => endSearch(record, { status: 'cancelled', now: 2 }));
    await rig.begin('b');
    expect(await rig.resultOf('b')).toMatchObject({ outcome: 'failure', code: 'aborted' });
    expect(rig.isRunning()).toBe(false);
  });
});
