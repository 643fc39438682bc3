import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AbortedError, PermanentError, RetryableError } from '../errors/app-error.js';
import type { Llm, LlmReply } from '../ports/llm/llm.js';
import type { CallUsage, Ledger, Reservation } from './ledger.js';
import { askModel, type GatewayParts } from './paid-call-gateway.js';

class RecordingLedger implements Ledger {
  readonly events: string[] = [];
  readonly replies = new Map<string, unknown>();
  usages: CallUsage[] = [];
  room = Number.POSITIVE_INFINITY;

  reply(key: string): unknown {
    return this.replies.get(key);
  }
  affords(reservation: Reservation): boolean {
    return reservation.tokens <= this.room;
  }
  async reserve(key: string): Promise<void> {
    this.events.push(`reserve ${key}`);
  }
  async settle(
    key: string,
    _task: string,
    usages: readonly CallUsage[],
    reply: { value: unknown } | null,
  ): Promise<void> {
    this.events.push(`settle ${key}${reply ? ' kept' : ''}`);
    this.usages.push(...usages);
    if (reply) this.replies.set(key, reply.value);
  }
}

type Step = string | Error;

function modelThat(...steps: Step[]): Llm & { asked: number } {
  const model = {
    model: 'm',
    asked: 0,
    async complete(): Promise<LlmReply> {
      const step = steps[Math.min(model.asked, steps.length - 1)] ?? '';
      model.asked += 1;
      if (step instanceof Error) throw step;
      return { text: step, usage: { inputTokens: 10, outputTokens: 5 }, finishReason: 'stop' };
    },
    check: async () => ({ detail: 'ok' }),
  };
  return model;
}

const schema = z.object({ score: z.number() });
const call = {
  task: 'judge',
  key: 'judge/1',
  messages: [{ role: 'user' as const, content: 'how far?' }],
  schemaName: 'judgement',
  schema,
  maxOutputTokens: 50,
};
const partsOf = (llm: Llm): GatewayParts => ({
  llm,
  pacer: { take: async () => undefined },
  prices: { m: { input: 1, output: 2 } },
  temperature: null,
  now: Date.now,
});
const scopeOf = (ledger: Ledger, until = Date.now() + 5_000, signal = new AbortController().signal) => ({
  ledger,
  signal,
  until,
});

describe('askModel', () => {
  it('reserves before it asks and keeps the reply before it is used', async () => {
    const ledger = new RecordingLedger();
    const model = modelThat('```json\n{"score": 0.5,}\n```');
    expect(await askModel(partsOf(model), scopeOf(ledger), call)).toEqual({
      ok: true,
      value: { score: 0.5 },
    });
    expect(ledger.events).toEqual(['reserve judge/1', 'settle judge/1 kept']);
    expect(ledger.usages).toEqual([{ inputTokens: 10, outputTokens: 5, costUsd: 20 / 1_000_000 }]);
  });

  it('does not ask again for what was paid', async () => {
    const ledger = new RecordingLedger();
    const model = modelThat('{"score": 1}');
    await askModel(partsOf(model), scopeOf(ledger), call);
    expect(await askModel(partsOf(model), scopeOf(ledger), call)).toEqual({ ok: true, value: { score: 1 } });
    expect(model.asked).toBe(1);
  });

  it('asks once more for a reply that does not parse, then leaves it to the rules for good', async () => {
    const ledger = new RecordingLedger();
    const model = modelThat('sorry, I cannot');
    expect(await askModel(partsOf(model), scopeOf(ledger), call)).toEqual({
      ok: false,
      reason: 'unparsable',
    });
    expect(model.asked).toBe(2);
    expect(await askModel(partsOf(model), scopeOf(ledger), call)).toEqual({
      ok: false,
      reason: 'unparsable',
    });
    expect(model.asked).toBe(2);
    expect(ledger.usages).toHaveLength(2);
  });

  it('does not pay again for rubbish when another process takes over between the two attempts', async () => {
    const ledger = new RecordingLedger();
    const first = modelThat('sorry, I cannot');
    ledger.room = 1e6;
    const { settle } = ledger;
    ledger.settle = async (...given) => {
      await settle.apply(ledger, given);
      throw new Error('the process dies here');
    };
    await expect(askModel(partsOf(first), scopeOf(ledger), call)).rejects.toThrow('dies here');
    ledger.settle = settle;
    const second = modelThat('sorry, I still cannot');
    expect(await askModel(partsOf(second), scopeOf(ledger), call)).toMatchObject({ reason: 'unparsable' });
    expect([first.asked, second.asked]).toEqual([1, 1]);
  });

  it('sends the configured temperature, else the one of the task, else 0.3', async () => {
    const sent: unknown[] = [];
    const model: Llm = {
      model: 'm',
      complete: async ({ temperature }) => {
        sent.push(temperature);
        return { text: '{"score": 1}', usage: null, finishReason: 'stop' };
      },
      check: async () => ({ detail: 'ok' }),
    };
    for (const [configured, own] of [
      [null, {}],
      [null, { temperature: 0.5 }],
      [0, { temperature: 0.5 }],
      [1.2, {}],
    ] as const) {
      const parts = { ...partsOf(model), temperature: configured };
      await askModel(parts, scopeOf(new RecordingLedger()), { ...call, ...own });
    }
    expect(sent).toEqual([0.3, 0.5, 0, 1.2]);
  });

  it('makes no call that the budget has no room for', async () => {
    const ledger = new RecordingLedger();
    ledger.room = 10;
    const model = modelThat('{"score": 1}');
    expect(await askModel(partsOf(model), scopeOf(ledger), call)).toEqual({ ok: false, reason: 'budget' });
    expect(model.asked).toBe(0);
    expect(ledger.events).toEqual([]);
  });

  it('waits and tries again on 429, and gives up when the time is used up', async () => {
    const limited = new RetryableError('llm_rate_limited', 'slow down', { retryAfterMs: 20 });
    const model = modelThat(limited, limited, '{"score": 1}');
    expect(await askModel(partsOf(model), scopeOf(new RecordingLedger()), call)).toMatchObject({ ok: true });
    expect(model.asked).toBe(3);
    const patient = modelThat(new RetryableError('llm_rate_limited', 'slow down', { retryAfterMs: 60_000 }));
    expect(await askModel(partsOf(patient), scopeOf(new RecordingLedger()), call)).toEqual({
      ok: false,
      reason: 'unavailable',
    });
    expect(patient.asked).toBe(1);
  });

  it('asks again at once in a plainer form, without counting it as an attempt', async () => {
    const refused = new RetryableError('llm_feature_refused', 'no schema', { retryAfterMs: 0 });
    const model = modelThat(...Array.from({ length: 8 }, () => refused), '{"score": 1}');
    expect(await askModel(partsOf(model), scopeOf(new RecordingLedger()), call)).toMatchObject({ ok: true });
    expect(model.asked).toBe(9);
  });

  it('does not retry what cannot get better', async () => {
    const model = modelThat(new PermanentError('llm_context_too_long', 'too long'));
    expect(await askModel(partsOf(model), scopeOf(new RecordingLedger()), call)).toEqual({
      ok: false,
      reason: 'context_too_long',
    });
    expect(model.asked).toBe(1);
  });

  it('ends with the abort when the signal fires while it waits', async () => {
    const controller = new AbortController();
    const model = modelThat(new RetryableError('llm_unavailable', 'away', { retryAfterMs: 2_000 }));
    const asking = askModel(
      partsOf(model),
      scopeOf(new RecordingLedger(), Date.now() + 60_000, controller.signal),
      call,
    );
    controller.abort(new AbortedError('cancelled', 'no more'));
    await expect(asking).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('has no cost for a model without a price', async () => {
    const ledger = new RecordingLedger();
    await askModel({ ...partsOf(modelThat('{"score": 1}')), prices: {} }, scopeOf(ledger), call);
    expect(ledger.usages[0]?.costUsd).toBeNull();
  });

  it('leaves a server that does not answer in time to the rules, and books what was asked', async () => {
    const ledger = new RecordingLedger();
    const hanging: Llm = {
      ...modelThat(''),
      complete: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new AbortedError('aborted', 'gone')));
        }),
    };
    const asked = askModel(partsOf(hanging), scopeOf(ledger, Date.now() + 100), call);
    expect(await asked).toEqual({ ok: false, reason: 'unavailable' });
    expect(ledger.events).toEqual(['reserve judge/1', 'settle judge/1']);
    expect(ledger.usages).toHaveLength(1);
    expect(ledger.usages[0]?.inputTokens).toBeGreaterThan(call.maxOutputTokens);
  });

  it('books nothing for a wait in which nothing was asked', async () => {
    const ledger = new RecordingLedger();
    const model = modelThat('{"score": 1}');
    const parts = {
      ...partsOf(model),
      pacer: {
        take: (_tokens: number, signal: AbortSignal) =>
          new Promise<void>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    };
    expect(await askModel(parts, scopeOf(ledger, Date.now() + 100), call)).toEqual({
      ok: false,
      reason: 'unavailable',
    });
    expect(model.asked).toBe(0);
    expect(ledger.usages).toEqual([]);
  });
});
