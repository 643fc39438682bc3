import { describe, expect, it } from 'vitest';
import { createEmbedder } from './create-embedder.js';

const none = {
  provider: 'auto',
  apiKey: null,
  baseUrl: null,
  model: 'text-embedding-3-small',
  dimensions: null,
} as const;

describe('createEmbedder', () => {
  it('is lexical when nothing is configured, or when told so', async () => {
    expect(await createEmbedder(none)).toBeNull();
    expect(await createEmbedder({ ...none, provider: 'lexical', apiKey: 'sk-1' })).toBeNull();
    expect(await createEmbedder({ ...none, apiKey: '', baseUrl: '' })).toBeNull();
  });

  it('knows the dimensions of OpenAI’s models without asking', async () => {
    expect((await createEmbedder({ ...none, apiKey: 'sk-1' }))?.id).toBe(
      'openai:text-embedding-3-small:1536',
    );
    const large = { ...none, provider: 'openai', apiKey: 'sk-1', model: 'text-embedding-3-large' } as const;
    expect((await createEmbedder(large))?.dimensions).toBe(3072);
    expect((await createEmbedder({ ...large, dimensions: 256 }))?.id).toBe(
      'openai:text-embedding-3-large:256',
    );
  });

  it('says what is missing', async () => {
    await expect(createEmbedder({ ...none, provider: 'local' })).rejects.toMatchObject({
      code: 'not_available',
    });
    await expect(createEmbedder({ ...none, provider: 'openai' })).rejects.toMatchObject({
      code: 'not_configured',
    });
  });
});
