import { describe, expect, it } from 'vitest';
import { createLlm } from './create-llm.js';

const none = { apiKey: null, baseUrl: null, model: 'm' };

describe('createLlm', () => {
  it('gives none where nothing is configured, an empty value included', () => {
    expect(createLlm(none)).toBeNull();
    expect(createLlm({ ...none, apiKey: '', baseUrl: '' })).toBeNull();
  });

  it('either one makes a model', () => {
    expect(createLlm({ ...none, apiKey: 'sk-1' })?.model).toBe('m');
    expect(createLlm({ ...none, baseUrl: 'http://127.0.0.1:1/v1' })?.model).toBe('m');
  });

  it('refuses what cannot be used without repeating it', () => {
    expect(() => createLlm({ ...none, apiKey: 'two words' })).toThrow(
      expect.objectContaining({ code: 'invalid_api_key' }),
    );
    expect(() => createLlm({ ...none, apiKey: 'two words' })).not.toThrow(/two/);
    expect(() => createLlm({ ...none, baseUrl: 'nowhere' })).toThrow(
      expect.objectContaining({ code: 'invalid_service_url' }),
    );
  });
});
