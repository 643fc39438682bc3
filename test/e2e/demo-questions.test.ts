import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SearchView } from '@agentic-search/shared/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDocuments } from '../../scripts/demo-documents.mjs';
import { startTestSystem, type TestSystem } from '../support/test-system.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = existsSync(join(root, 'apps/api/dist/main.js'));

/** Questions whose answers stand in the demo's documents; none of them is part of the calibration. */
const answered: [question: string, answer: RegExp][] = [
  ['How do I redact sensitive keys in pino logs?', /redact/i],
  ['How do I enable auto pipelining in ioredis?', /enableAutoPipelining/],
  ['How do I limit the concurrency of a p-queue?', /concurrency/],
  ['How do I keep an HTML element as HTML in turndown?', /\bkeep\b/],
  ['What does the idleTimeout option of piscina do?', /idle|milliseconds|worker/i],
];

/** Questions that sound near the demo's documents and are not answered by them. */
const unanswered = [
  'What is the default port of the pino web dashboard?',
  'How do I enable GraphQL subscriptions in undici?',
  'How many rows can a piscina table have at most?',
  'How do I configure the SMTP server of commander?',
  'Which database does turndown use for its cache?',
  'How much does an enterprise licence of p-queue cost?',
  'When was ioredis released for Windows Phone?',
  'What is the default session cookie name of the hono admin panel?',
  'How do I train a neural network with linkedom?',
  'Which Kafka version does bullmq require?',
  'How do I export a zod schema to an Excel sheet?',
  'What is the default LDAP timeout in undici?',
  'Who is the chief executive of the company behind cheerio?',
  'How do I render a PDF file with turndown?',
  'What is the GPU memory limit of a fast-check run?',
  'How do I switch on two-factor authentication in commander?',
  'What is the minimum Android version that ora supports?',
  'What is the default password of the ioredis sentinel dashboard?',
  'How do I set the heartbeat interval of a piscina cluster?',
  'Which blockchain does semver publish releases to?',
  'How do I translate cron-parser messages into Klingon?',
  'What is the shipping weight of an eventsource-parser package?',
];

describe.skipIf(!built)('questions on the demo documents, by rules', () => {
  let system: TestSystem;
  let documents: string;
  const views = new Map<string, SearchView>();

  beforeAll(async () => {
    documents = await mkdtemp(join(tmpdir(), 'agentic-search-documents-'));
    prepareDocuments(join(root, 'node_modules'), documents);
    system = await startTestSystem({ documents, settings: { JOB_LOCK_MS: '30000' } });
    const questions = [...answered.map(([question]) => question), ...unanswered];
    const ids = await Promise.all(questions.map((query) => system.submit({ query })));
    await Promise.all(
      ids.map(async (id, index) => views.set(questions[index] ?? '', await system.finished(id, 240_000))),
    );
  }, 300_000);

  afterAll(async () => {
    await system?.stop();
    if (documents) await rm(documents, { recursive: true, force: true });
  });

  it.each(answered)('answers: %s', (question, answer) => {
    const result = views.get(question)?.result;
    expect(result).toMatchObject({ status: 'complete', answer: { found: true } });
    expect(result?.answer.text).toMatch(answer);
    expect(result?.search_history.some((entry) => entry.action === 'crawl' && entry.urls_stored > 0)).toBe(
      true,
    );
  });

  it.each(unanswered)('refuses: %s', (question) => {
    const result = views.get(question)?.result;
    expect(result?.status).not.toBe('complete');
    expect(result?.completeness).toBeLessThan(0.8);
    expect(result?.answer).toMatchObject({ found: false, text: null, citations: [] });
  });
});
