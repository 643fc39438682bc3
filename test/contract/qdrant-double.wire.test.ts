import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiCheck } from '../support/qdrant-double/openapi-check.js';
import { type QdrantDouble, startQdrantDouble } from '../support/qdrant-double/start-qdrant-double.js';

const data = process.env.BENCH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const recording = `${data}/wire/qdrant-1.18.3.ndjson`;
const KEY = 'a-key';

const exchangeSchema = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  request: z.unknown(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  response: z.unknown(),
});
type Exchange = z.infer<typeof exchangeSchema>;

/** Bodies the recording only tells the length of: each of that length, with the fault where the answer puts it. */
const RAW_BODIES: Readonly<Record<string, string>> = {
  'upsert broken JSON': '{"points": [',
  'upsert NaN': '{"points":[{"id":1,"vector":{"dense":[NaN,0,0,0]}}]}',
  'too large body': `{"points":[]${' '.repeat(34_603_077 - 13)}}`,
};

/**
 * What may differ, and why. The order of equal scores depends on how the server spread the points over its
 * segments; they are compared as a set.
 */
const TIES = new Set(['query limit huge']);

/** The recording's bodies were written with these spaces, and errors count columns. */
function asRecorded(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asRecorded).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${asRecorded(inner)}`);
  return `{${members.join(', ')}}`;
}

function keyHeaders(name: string): Record<string, string> {
  if (name === 'no key') return {};
  if (name === 'wrong key') return { 'api-key': 'another' };
  return name === 'bearer' ? { authorization: `Bearer ${KEY}` } : { 'api-key': KEY };
}

/** Numbers as the server's 32-bit ones; the commit and the time of an answer are noise. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Math.fround(value);
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'time' && key !== 'commit');
  return Object.fromEntries(kept.map(([key, inner]) => [key, comparable(inner)]));
}

const pointsSchema = z.object({
  result: z.object({ points: z.array(z.looseObject({ id: z.unknown(), score: z.number() })) }),
});

function tiesSorted(answer: unknown): unknown {
  const { points } = pointsSchema.parse(answer).result;
  return points.sort((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? -1 : 1));
}

describe.skipIf(!existsSync(recording))('the Qdrant double against the recording of a real server', () => {
  const exchanges: Exchange[] = existsSync(recording)
    ? readFileSync(recording, 'utf8')
        .trim()
        .split('\n')
        .map((line) => exchangeSchema.parse(JSON.parse(line)))
    : [];
  let double: QdrantDouble;

  beforeAll(async () => {
    const openApi = openApiCheck(`${data}/api-specs/qdrant-openapi-1.18.3.json.gz`);
    // a clock that stands still: no token is refilled between two exchanges
    double = await startQdrantDouble({ apiKey: KEY, openApi, now: () => 0 });
  });
  afterAll(() => double.close());

  it('holds all 92 exchanges', () => {
    expect(exchanges).toHaveLength(92);
  });

  // in order, in one go: each answer depends on what was written before it
  it.each(exchanges.map((exchange) => [exchange.name, exchange] as const))('%s', async (name, exchange) => {
    const { method, path, request } = exchange;
    const raw = RAW_BODIES[name];
    if (raw !== undefined) expect(request).toBe(`(${raw.length} raw bytes)`);
    const sent = fetch(double.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...keyHeaders(name) },
      ...(request === null ? {} : { body: raw ?? asRecorded(request) }),
    });
    if (exchange.status === 0) {
      await expect(sent).rejects.toThrow(TypeError);
      return;
    }
    const reply = await sent;
    const text = await reply.text();
    const isJson = exchange.headers['content-type'] === 'application/json';
    const answer: unknown = isJson ? JSON.parse(text) : text;
    expect(reply.status).toBe(exchange.status);
    for (const header of ['content-type', 'retry-after']) {
      expect(reply.headers.get(header), header).toBe(exchange.headers[header] ?? null);
    }
    if (TIES.has(name))
      expect(comparable(tiesSorted(answer))).toEqual(comparable(tiesSorted(exchange.response)));
    else expect(comparable(answer)).toEqual(comparable(exchange.response));
  });
});
