import type { Evidence } from '@agentic-search/shared/records';
import type { AskModel, ModelCall, ModelReply } from '../../apps/orchestrator/src/decisions/ask-model.js';

/** A passage for tests, with what a test does not care about filled in. */
export function evidenceOf(content: string, over: Partial<Evidence> = {}): Evidence {
  return {
    chunk_id: 'c1',
    content,
    url: 'https://docs.example/widget/guide',
    title: 'Widget guide',
    similarity_score: 0.5,
    chunk_index: 0,
    source_id: 'docs.example',
    heading_path: [],
    content_hash: 'h',
    language: null,
    published_at: null,
    crawled_at: '2026-03-01T00:00:00.000Z',
    checked_at: '2026-03-01T00:00:00.000Z',
    ...over,
  };
}

/** A model that gives the same replies in turn and keeps the calls; what it says is not checked, as a rubbish model's would not be. */
export function scriptedModel(...replies: unknown[]): { ask: AskModel; calls: ModelCall<unknown>[] } {
  const calls: ModelCall<unknown>[] = [];
  const ask: AskModel = async <T>(call: ModelCall<T>): Promise<ModelReply<T>> => {
    calls.push(call as ModelCall<unknown>);
    const reply = replies[Math.min(calls.length, replies.length) - 1];
    const failed = typeof reply === 'string';
    return failed
      ? { ok: false, reason: reply as 'unparsable' | 'unavailable' | 'budget' | 'context_too_long' }
      : { ok: true, value: reply as T };
  };
  return { ask, calls };
}
