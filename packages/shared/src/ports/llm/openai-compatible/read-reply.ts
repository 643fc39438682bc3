import { z } from 'zod';
import type { LlmReply } from '../llm.js';
import { stripThoughts } from './strip-thoughts.js';

const partSchema = z.object({ text: z.string() });
const contentSchema = z
  .union([z.string(), z.array(z.union([partSchema, z.unknown()]))])
  .nullish()
  .catch(null);
const tokensSchema = z.int().min(0);
const replySchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: contentSchema }).nullish().catch(null),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: tokensSchema, completion_tokens: tokensSchema }).nullish().catch(null),
});

/** Reads a chat completion, leniently. Gives null for what is none; `text` is '' when the model said nothing. */
export function readReply(json: unknown): LlmReply | null {
  const reply = replySchema.safeParse(json);
  const choice = reply.data?.choices[0];
  if (!reply.success || !choice) return null;
  const usage = reply.data.usage;
  return {
    text: stripThoughts(asText(choice.message?.content)),
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null,
    finishReason: finishReason(choice.finish_reason ?? ''),
  };
}

function asText(content: z.infer<typeof contentSchema>): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => partSchema.safeParse(part).data?.text ?? '').join('');
}

function finishReason(reason: string): LlmReply['finishReason'] {
  if (['stop', 'eos', 'eos_token', 'stop_sequence', 'end_turn'].includes(reason)) return 'stop';
  return ['length', 'max_tokens', 'model_length'].includes(reason) ? 'length' : 'other';
}
