import type { Llm } from '@agentic-search/shared/ports/llm';
import { minimalJson } from '../../support/llm-double/minimal-json.js';

/** A model that gives the smallest reply its schema allows and remembers what it was asked for. */
export function countingModel(): { llm: Llm; asked(): string[] } {
  const names: string[] = [];
  return {
    asked: () => [...names],
    llm: {
      model: 'counting',
      complete: async ({ output }) => {
        names.push(output?.name ?? 'text');
        const text = JSON.stringify(minimalJson(output?.schema));
        return { text, usage: { inputTokens: 100, outputTokens: 10 }, finishReason: 'stop' };
      },
      check: async () => ({ detail: 'ok' }),
    },
  };
}
