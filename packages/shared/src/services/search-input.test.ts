import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config/parse-config.js';
import { InvalidInputError } from '../errors/app-error.js';
import { resolveSearchInput } from './search-input.js';

const resolve = (fields: Record<string, unknown>, env: Record<string, string> = {}) =>
  resolveSearchInput({ query: 'What is it?', ...fields }, parseConfig(env), 'default');

describe('resolveSearchInput', () => {
  it('spells domains as URLs spell hosts', () => {
    const given = ['Bücher.example', '*.Example.org.', 'example.org:8443'];
    expect(resolve({ include_domains: given }).include_domains).toEqual([
      'xn--bcher-kva.example',
      'example.org',
      'example.org:8443',
    ]);
    expect(() => resolve({ exclude_domains: ['xn--\u0080'] })).toThrow(InvalidInputError);
  });

  it.each([
    [{ OPENAI_BASE_URL: 'http://h/v1' }, 'gpt-4o-mini'],
    [{ OPENAI_API_KEY: 'k', MODEL_PRICES: '{"gpt-4o-mini":{"input":1}}' }, 'text-embedding-3-small'],
    [{ EMBEDDING_BASE_URL: 'http://h/v1', EMBEDDING_MODEL: 'toString' }, 'toString'],
  ])('refuses a cost limit where %j leaves a model without a price', (env, model) => {
    const limited = { budget: { max_cost_usd: 1 } };
    expect(() => resolve(limited, env)).toThrow(`the model ${model} has no price`);
    expect(() => resolve({}, env)).not.toThrow();
    const prices = { ...env, MODEL_PRICES: `{"gpt-4o-mini":{"input":1},"${model}":{"input":0}}` };
    expect(resolve(limited, { ...prices, EMBEDDING_MODEL: model }).budget.max_cost_usd).toBe(1);
  });
});
