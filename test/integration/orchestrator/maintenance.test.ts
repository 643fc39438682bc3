import { searchJobId } from '@agentic-search/shared/jobs';
import { newSearchRecord } from '@agentic-search/shared/records';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { reconcileLostJobs } from '../../../apps/orchestrator/src/maintenance/reconcile-lost-jobs.js';
import { WaitingSearches } from '../../../apps/orchestrator/src/maintenance/waiting-searches.js';
import { watchDeadlines } from '../../../apps/orchestrator/src/maintenance/watch-deadlines.js';
import { searchRequest } from '../../support/search-request.js';
import { startOrchestrator } from './orchestrator-rig.js';
import { storeOf } from './store-of.js';

const logger = pino({ level: 'silent' });
let orchestrator: Awaited<ReturnType<typeof startOrchestrator>>;
beforeAll(async () => {
  orchestrator = await startOrchestrator(inject('redisUrl'), { store: storeOf([]) });
  await orchestrator.worker.pause();
});
afterAll(() => orchestrator?.close());

const create = (id: string, now: number) => {
  const record = newSearchRecord({ id, owner: 'local', request: searchRequest(), now });
  return orchestrator.records.create(record);
};

it('a record that cannot be read keeps neither lost searches nor waiting ones from going on', async () => {
  const { records, queues, redis, prefix } = orchestrator;
  const old = Date.now() - 60_000;
  await create('broken', old);
  await create('lost', old + 1);
  await redis.hset(records.key('broken'), 'b', 'garbage');
  expect(await reconcileLostJobs({ records, queues, logger }, Date.now())).toBe(1);
  expect(await queues.state('search', searchJobId('lost', 1))).toBe('waiting');

  const waiting = new WaitingSearches(redis, prefix);
  await waiting.add('broken', old);
  await waiting.add('gone', old + 1);
  expect(await watchDeadlines({ records, queues, waiting, logger }, Date.now())).toBe(2);
  expect(await waiting.due(Date.now(), 10)).toEqual([]);
});
