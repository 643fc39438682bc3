import { expect, it } from 'vitest';
import { evidenceOf } from '../../../../../test/support/evidence-of.js';
import type { AskModel } from '../ask-model.js';
import { writeAnswer } from './write-answer.js';

const more = 'More is known. '.repeat(60);
const evidence = Array.from({ length: 12 }, (_, index) =>
  evidenceOf(`Widget ${index} waits ${index + 3} seconds. ${more}`, { chunk_id: `c${index}` }),
);

function modelWithRoomFor(characters: number): { ask: AskModel; keys: string[] } {
  const keys: string[] = [];
  const ask: AskModel = async (call) => {
    keys.push(call.key);
    const length = call.messages.reduce((sum, { content }) => sum + content.length, 0);
    if (length > characters) return { ok: false, reason: 'budget' };
    const sentence = {
      text: 'Widget 0 waits 3 seconds.',
      citations: [{ passage: 'P1', quote: 'waits 3 seconds' }],
    };
    return { ok: true, value: call.schema.parse({ found: true, sentences: [sentence] }) };
  };
  return { ask, keys };
}

it.each([
  [100_000, ['answer'], 'llm'],
  [9_000, ['answer', 'answer/short'], 'llm'],
  [100, ['answer', 'answer/short'], 'rules'],
])('with room for %i characters it asks %j and %s decides', async (room, keys, decider) => {
  const model = modelWithRoomFor(room);
  const written = await writeAnswer({
    question: 'How long does widget 0 wait?',
    evidence,
    judgement: { covered: [], gaps: [] },
    askModel: model.ask,
    key: 'answer',
    maxOutputTokens: 900,
  });
  expect([model.keys, written.decided_by]).toEqual([keys, decider]);
});
