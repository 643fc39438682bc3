import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../errors/app-error.js';
import { parseConfig, unusedVariables } from './parse-config.js';

function faultsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof InvalidInputError)
      return error.errors.map((fault) => `${fault.path} ${fault.message}`);
  }
  return [];
}

describe('parseConfig', () => {
  it('takes nothing set as a valid configuration, frozen', () => {
    const config = parseConfig({});
    expect(config.searchLoop).toMatchObject({
      completenessThreshold: 0.8,
      maxIterations: 3,
      urlScoreThreshold: 0.7,
      maxPassages: 10,
    });
    expect(config.server).toMatchObject({ host: '127.0.0.1', port: 8_787, jobLockMs: 30_000 });
    expect(Object.isFrozen(config) && Object.isFrozen(config.server)).toBe(true);
  });

  it('takes an explicit 0 as a value and the empty text as not set', () => {
    const config = parseConfig({
      AGENTIC_SEARCH_MAX_ITERATIONS: '0',
      AGENTIC_SEARCH_COMPLETENESS_THRESHOLD: '0',
      PORT: '',
    });
    expect(config.searchLoop).toMatchObject({ maxIterations: 0, completenessThreshold: 0 });
    expect(config.server.port).toBe(8_787);
  });

  it('lists every fault with name, value and what is allowed', () => {
    const faults = faultsOf({
      PORT: 'eighty',
      CHUNK_SIZE: '-1',
      USE_HYBRID_SEARCH: 'perhaps',
      REDIS_URL: 'http://x',
    });
    expect(faults).toHaveLength(4);
    expect(faults.join('\n')).toContain('PORT is "eighty"; allowed is a whole number from 0 to 65535');
    expect(faults.join('\n')).toContain('USE_HYBRID_SEARCH is "perhaps"; allowed is true or false');
  });

  it.each(['1e999', 'NaN', 'Infinity', '0x10', '3.5', '١٢'])('refuses %s as a whole number', (value) => {
    expect(faultsOf({ PORT: value })).toHaveLength(1);
  });

  it('never shows a secret', () => {
    expect(faultsOf({ API_KEYS: 'me:admin:default:secret-thing' }).join()).not.toContain('secret-thing');
    expect(faultsOf({ SEARXNG_URL: 'ftp://me:secret-thing@host' }).join()).not.toContain('secret-thing');
    expect(faultsOf({ LLM_TOKENS_PER_MINUTE: 'many' })).toEqual([
      'LLM_TOKENS_PER_MINUTE is "many"; allowed is a whole number from 1 to 1000000000',
    ]);
  });

  it('tells a temperature that was set from one that was not', () => {
    expect(parseConfig({}).searchLoop.llmTemperature).toBeNull();
    expect(parseConfig({ AGENTIC_SEARCH_LLM_TEMPERATURE: '0' }).searchLoop.llmTemperature).toBe(0);
    expect(faultsOf({ AGENTIC_SEARCH_LLM_TEMPERATURE: '2.5' })).toHaveLength(1);
  });

  it('refuses aliases that disagree and takes those that agree', () => {
    expect(faultsOf({ USE_HYBRID_SEARCH: 'true', ENABLE_HYBRID_SEARCH: 'false' })).toEqual([
      'ENABLE_HYBRID_SEARCH disagrees with USE_HYBRID_SEARCH; set only one of them',
    ]);
    expect(parseConfig({ USE_HYBRID_SEARCH: 'false', ENABLE_HYBRID_SEARCH: '0' }).rag.useHybridSearch).toBe(
      false,
    );
    expect(parseConfig({ LLM_MODEL: 'x' }).models.model).toBe('x');
  });

  it('refuses what only shows together', () => {
    expect(faultsOf({ CHUNK_SIZE: '400', CHUNK_OVERLAP: '300' })[0]).toContain('CHUNK_OVERLAP');
    expect(faultsOf({ ENABLE_GATEWAY_AUTH: 'true' })[0]).toContain('API_GATEWAY_TOKEN');
    const key = `a:user:default:${'0'.repeat(64)}`;
    expect(faultsOf({ API_KEYS: `${key},${key}` })[0]).toContain('two keys named a');
    expect(faultsOf({ EMBEDDING_PROVIDER: 'local' })[0]).toContain('EMBEDDING_PROVIDER');
    expect(faultsOf({ SEARCH_ENGINES: 'brave' })[0]).toContain('brave');
  });

  it('parses keys, prices and lists', () => {
    const config = parseConfig({
      API_KEYS: `me:admin:*:${'A'.repeat(64)}`,
      MODEL_PRICES: '{"m":{"input":0.5,"output":1}}',
      CRAWL_ALLOW_PRIVATE_HOSTS: '127.0.0.1:8080, localhost,[::1]:80',
    });
    expect(config.server.apiKeys).toEqual([
      { name: 'me', role: 'admin', namespace: '*', sha256: 'a'.repeat(64) },
    ]);
    expect(config.models.prices).toEqual({ m: { input: 0.5, output: 1 } });
    expect(config.crawling.allowPrivateHosts).toEqual(['127.0.0.1:8080', 'localhost', '[::1]:80']);
    expect(faultsOf({ MODEL_PRICES: '{' })).toHaveLength(1);
  });

  it('names variables that have no effect in this version', () => {
    expect(unusedVariables({ TOOL_MAX_CALLS: '3', PORT: '1', USE_RERANKING: '' })).toEqual([
      'TOOL_MAX_CALLS',
    ]);
  });
});
