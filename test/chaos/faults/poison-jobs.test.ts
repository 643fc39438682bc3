import { JobQueues, type QueueName } from '@agentic-search/shared/jobs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultOf } from '../../support/research/entries.js';
import { bePatient } from '../../support/research/patience.js';
import { facts } from '../../support/research/quarrow.js';
import { type Research, startResearch } from '../../support/research/start-research.js';
import { until } from '../../support/until.js';

bePatient();

let research: Research;
let queues: JobQueues;
beforeAll(async () => {
  research = await startResearch();
  queues = new JobQueues(research.system.client, research.system.prefix);
});
afterAll(async () => {
  await queues?.close();
  await research?.close();
});

const poison: unknown[] = [
  {},
  null,
  'text',
  [1, 2],
  { id: 7 },
  { id: 'x'.repeat(10_000) },
  { record: { kind: 'search', id: 'nobody', run: 1 } },
  { record: 'nobody', url: 'http://a.example/', deadline_at: 'soon' },
  { task: 'drop_everything' },
];

it.each(['search', 'crawl', 'index', 'maintenance'] as const)(
  'bad data in the %s queue fails that job and nothing else',
  async (name: QueueName) => {
    const { system } = research;
    const pids = system.processes.map((one) => one.pid());
    const added = await Promise.all(
      poison.map((data, index) =>
        queues.raw(name).add('by-hand', data, { jobId: `poison-${name}-${index}`, attempts: 3 }),
      ),
    );
    for (const job of added) {
      await until(
        `${job.id} has failed`,
        async () => ['failed', 'completed'].includes(await queues.state(name, job.id ?? '')),
        30_000,
      );
      const ended = await queues.find(name, job.id ?? '');
      // A search's id that is nobody's is no fault: there is nothing to do.
      if (ended?.returnvalue) expect(ended.returnvalue).toEqual({ status: 'gone' });
      else expect(ended?.failedReason).toMatch(/invalid_job/);
      // What can never be right is not tried again.
      expect(ended?.attemptsMade).toBeLessThanOrEqual(1);
    }
    expect(system.processes.map((one) => one.pid())).toEqual(pids);
  },
);

it('a record that cannot be read fails its job, not its worker; other searches go on', async () => {
  const { system } = research;
  const id = await system.submit({ query: 'Which record is broken?', max_iterations: 0 });
  await system.finished(id, 60_000);
  await system.client.hset(`${system.prefix}:record:search:${id}`, 'b', 'rubbish');
  const job = await queues.raw('search').add('by-hand', { id }, { jobId: `${id}.9`, attempts: 1 });
  await until(
    'the job has failed',
    async () => (await queues.state('search', job.id ?? '')) === 'failed',
    30_000,
  );
  expect((await system.api('GET', `/v1/searches/${id}`)).status).toBe(500);
  const view = await research.search({ query: facts.pool.question });
  expect(resultOf(view).status).toBe('complete');
});
