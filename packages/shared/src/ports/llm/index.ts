export { type CreateLlmOptions, createLlm } from './create-llm.js';
export type { Llm, LlmMessage, LlmReply, LlmRequest } from './llm.js';
