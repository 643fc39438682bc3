import type { Llm } from '@agentic-search/shared/ports/llm';
import { createLlm } from '@agentic-search/shared/ports/llm';
import { llmContract } from './llm.contract.js';

llmContract('openai-compatible', ({ baseUrl, timeoutMs }) => {
  const llm: Llm | null = createLlm({ apiKey: null, baseUrl, model: 'double', timeoutMs });
  if (!llm) throw new Error('a base URL makes a language model');
  return llm;
});
