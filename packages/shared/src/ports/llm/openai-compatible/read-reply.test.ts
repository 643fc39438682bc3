import { describe, expect, it } from 'vitest';
import { readReply } from './read-reply.js';

const message = { role: 'assistant', content: 'Yes' };

describe('readReply', () => {
  it.each([
    [{ choices: [{ message, finish_reason: 'stop' }] }, { text: 'Yes', usage: null, finishReason: 'stop' }],
    [{ choices: [{ message }] }, { finishReason: 'other' }],
    [{ choices: [{ message, finish_reason: 'eos_token' }] }, { finishReason: 'stop' }],
    [{ choices: [{ message, finish_reason: 'content_filter' }] }, { finishReason: 'other' }],
    [
      { choices: [{ message: { content: [{ type: 'text', text: 'a' }, { type: 'x' }, { text: 'b' }] } }] },
      { text: 'ab' },
    ],
    [{ choices: [{ message: { content: null, tool_calls: [] } }] }, { text: '' }],
    [{ choices: [{}] }, { text: '' }],
    [
      { choices: [{ message }], usage: { total_tokens: 5 } },
      { text: 'Yes', usage: null },
    ],
    [
      { choices: [{ message }], usage: { prompt_tokens: 0, completion_tokens: 1 } },
      { usage: { inputTokens: 0, outputTokens: 1 } },
    ],
    [{ choices: [{ message }], usage: { prompt_tokens: -1, completion_tokens: 'x' } }, { usage: null }],
  ])('reads %j', (json, expected) => {
    expect(readReply(json)).toMatchObject(expected);
  });

  it.each([null, 'text', {}, { choices: [] }, { choices: null }, { error: { message: 'no' } }])(
    '%j is no reply',
    (json) => {
      expect(readReply(json)).toBeNull();
    },
  );
});
