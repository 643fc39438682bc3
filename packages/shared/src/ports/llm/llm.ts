/** One message of a chat. Page text inside `content` is fenced as data by the caller. */
export interface LlmMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** One request to a language model. */
export interface LlmRequest {
  messages: LlmMessage[];
  /** JSON Schema the reply must follow, with a name (letters, digits, `_`); every string and array in it is bounded. */
  output?: { name: string; schema: Record<string, unknown> };
  /** Upper limit of tokens the reply may have, > 0. */
  maxOutputTokens: number;
  /** 0–2; adapters leave it out for models that refuse it. */
  temperature: number;
}

/** What it wrote, and what that took. */
export interface LlmReply {
  /** The text of the reply with `<think>` parts stripped; JSON replies keep fences (the gateway parses). Never empty. */
  text: string;
  /** Tokens as the server counted them, or null where it sent no `usage`. */
  usage: { inputTokens: number; outputTokens: number } | null;
  finishReason: 'stop' | 'length' | 'other';
}

/**
 * A language model behind an OpenAI-compatible server or the like. One call, one request: an adapter never
 * retries, never paces and never keeps replies; the gateway for paid calls does, once.
 *
 * `complete` throws RetryableError (`llm_rate_limited` with retryAfterMs, `llm_unavailable`, `llm_timeout`,
 * `llm_empty_reply`, `llm_feature_refused`: the server does not take a part of the request that the adapter leaves
 * out from now on, so the same call is worth making again at once; at most a few times in an adapter's life),
 * PermanentError (`llm_bad_request`, `llm_unauthorized`, `llm_context_too_long`) or AbortedError when the signal fires.
 */
export interface Llm {
  /** Model name as sent to the server. */
  readonly model: string;
  complete(request: LlmRequest, options: { signal: AbortSignal }): Promise<LlmReply>;
  /** One cheap request that shows the server answers (list of models); throws as `complete` does. */
  check(options: { signal: AbortSignal }): Promise<{ detail: string }>;
}
