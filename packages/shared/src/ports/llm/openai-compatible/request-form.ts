import type { LlmMessage, LlmRequest } from '../llm.js';

/** How a reply's form is asked for, from the strictest way down. */
export type OutputForm = 'json_schema' | 'json_object' | 'instruction';

/** The parts of the protocol a server takes; starts full and only ever shrinks. */
export interface RequestForm {
  output: OutputForm;
  temperature: boolean;
  /** `max_tokens` first: servers that know only the newer name refuse it by name, others ignore the newer one. */
  limitField: 'max_tokens' | 'max_completion_tokens';
}

/** Gives the body of a chat completion in that form. */
export function chatBody(model: string, request: LlmRequest, form: RequestForm): Record<string, unknown> {
  const body: Record<string, unknown> = {
    model,
    messages: request.messages,
    [form.limitField]: request.maxOutputTokens,
  };
  if (form.temperature) body.temperature = request.temperature;
  if (!request.output) return body;
  if (form.output === 'json_schema') {
    const { name, schema } = request.output;
    body.response_format = { type: 'json_schema', json_schema: { name, strict: true, schema } };
    return body;
  }
  if (form.output === 'json_object') body.response_format = { type: 'json_object' };
  body.messages = withInstruction(request.messages, request.output);
  return body;
}

/** Puts the schema behind the first system message: one system message is all that some templates take. */
function withInstruction(messages: LlmMessage[], output: NonNullable<LlmRequest['output']>): LlmMessage[] {
  const instruction = [
    `Reply with one JSON object named "${output.name}" and nothing else: no prose, no code fence.`,
    `It must be valid against this JSON Schema:\n${JSON.stringify(output.schema)}`,
  ].join('\n');
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages];
  return [{ role: 'system', content: `${first.content}\n\n${instruction}` }, ...rest];
}
