import { createEmbedder } from '@agentic-search/shared/ports/embedder';
import { embedderContract } from './embedder.contract.js';

for (const learned of [false, true]) {
  const name = learned ? 'openai-compatible, dimensions learned' : 'openai-compatible, dimensions given';
  embedderContract(name, async ({ baseUrl, dimensions, timeoutMs }) => {
    const embedder = await createEmbedder({
      provider: 'openai',
      apiKey: null,
      baseUrl,
      model: 'double',
      dimensions: learned ? null : dimensions,
      timeoutMs,
    });
    if (!embedder) throw new Error('provider openai makes an embedder');
    return embedder;
  });
}
