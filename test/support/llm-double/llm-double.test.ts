import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type LlmDouble, startLlmDouble } from './llm-double.js';
import { minimalJson } from './minimal-json.js';

const schema = z.object({
  score: z.number().min(0).max(1),
  above: z.number().gt(2),
  count: z.int().min(3),
  free: z.int(),
  even: z.number().multipleOf(2).min(3),
  kind: z.enum(['a', 'b']),
  fixed: z.literal('x'),
  name: z.string().min(2).max(9),
  at: z.iso.datetime(),
  link: z.url(),
  list: z.array(z.object({ id: z.string().min(1) })).min(2),
  maybe: z.string().nullable(),
  either: z.union([z.object({ t: z.literal(1) }), z.string()]),
  pair: z.tuple([z.string(), z.boolean()]),
});

describe('minimalJson', () => {
  it('is valid for what zod writes', () => {
    expect(schema.parse(minimalJson(z.toJSONSchema(schema)))).toMatchObject({
      score: 0,
      count: 3,
      even: 4,
      kind: 'a',
    });
  });

  it('follows references', () => {
    const given = {
      $defs: { n: { type: 'integer', minimum: 4 } },
      type: 'array',
      minItems: 1,
      items: { $ref: '#/$defs/n' },
    };
    expect(minimalJson(given)).toEqual([4]);
  });
});

describe('startLlmDouble', () => {
  let double: LlmDouble;
  beforeEach(async () => {
    double = await startLlmDouble();
  });
  afterEach(() => double.close());

  const ask = (content: string, task?: string, signal?: AbortSignal) =>
    fetch(`${double.baseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({
        messages: [{ role: 'user', content }],
        ...(task
          ? {
              response_format: {
                type: 'json_schema',
                json_schema: { name: task, schema: { type: 'object' } },
              },
            }
          : {}),
      }),
      signal: signal ?? null,
    });

  it('counts by task and by question', async () => {
    await ask('one', 'judge');
    await ask('one', 'judge');
    await ask('two', 'rank');
    expect([double.count(), double.count('judge'), double.count('rank'), double.count('none')]).toEqual([
      3, 2, 1, 0,
    ]);
    expect([...double.countsByKey().values()].sort()).toEqual([1, 2]);
  });

  it('counts the tokens it reported', async () => {
    double.answerNext({ kind: 'reply', content: 'x', usage: { prompt_tokens: 5, completion_tokens: 2 } });
    await ask('one');
    double.answerNext({ kind: 'answer', status: 500, body: {} });
    await ask('two');
    expect(double.tokens()).toEqual({ input: 5, output: 2 });
  });

  it('answers as it is told, the scripted ones first', async () => {
    double.handle(() => ({ kind: 'reply', content: 'any' }));
    double.handleTask('judge', ({ task }) => ({ kind: 'reply', content: { task } }));
    double.answerNext({ kind: 'answer', status: 429, headers: { 'retry-after': '9' }, body: 'slow down' });
    const first = await ask('q', 'judge');
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '9']);
    expect(await (await ask('q', 'judge')).text()).toContain('{\\"task\\":\\"judge\\"}');
    expect(await (await ask('q')).text()).toContain('"content":"any"');
  });

  it('holds what matches until it is released', async () => {
    double.hold(({ task }) => task === 'judge');
    expect((await ask('free')).status).toBe(200);
    const held = ask('q', 'judge');
    const request = await double.waitForRequest(({ task }) => task === 'judge');
    expect(request.state).toBe('in_flight');
    double.release();
    expect((await held).status).toBe(200);
    expect(request.state).toBe('answered');
  });

  it('knows a client that went away', async () => {
    const controller = new AbortController();
    double.hold();
    const held = ask('q', 'judge', controller.signal).catch((error: unknown) => error);
    const request = await double.waitForRequest();
    controller.abort();
    await held;
    await expect.poll(() => request.state).toBe('gone');
    double.release();
    expect((await ask('again')).status).toBe(200);
  });

  it('says when nothing comes', async () => {
    await expect(double.waitForRequest(() => true, 20)).rejects.toThrow('no matching request');
  });

  it('closes with requests in flight', async () => {
    double.hold();
    const held = ask('q').catch(() => 'ended');
    await double.waitForRequest();
    await double.close();
    expect(await held).toBe('ended');
    double = await startLlmDouble();
  });
});
