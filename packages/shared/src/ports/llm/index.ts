export type { Llm, LlmMessage, LlmReply, LlmRequest } from './llm.js';
