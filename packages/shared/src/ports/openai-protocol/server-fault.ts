import { z } from 'zod';
import type { Exchange } from '../http/exchange.js';

/** What a server said of a request it did not serve, read from whatever form it used. */
export interface ServerFault {
  status: number;
  /** Lower case; numbers are kept as text (some servers number their codes). */
  code: string;
  type: string;
  param: string;
  /** The server's words, at most 2,000 characters. May repeat parts of the request: never shown to users. */
  message: string;
  retryAfterMs: number | null;
}

const text = z.union([z.string(), z.number()]).nullish().catch(null);
const errorSchema = z.object({ message: z.unknown().optional(), code: text, type: text, param: text });
const detailSchema = z.array(z.object({ loc: z.array(z.unknown()).catch([]), msg: z.string().catch('') }));
const bodySchema = z.looseObject({ error: z.unknown().optional(), detail: z.unknown().optional() });

/**
 * Reads the fault out of an answer: `{error: {…}}`, `{error: "…"}`, `{detail: "…" | [{loc, msg}]}`, `{message}` or
 * plain text. Never throws.
 */
export function readServerFault(answer: Exchange): ServerFault {
  const body = bodySchema.safeParse(answer.json);
  const source = body.success ? (body.data.error ?? body.data.detail ?? body.data) : answer.text;
  return { status: answer.status, retryAfterMs: answer.retryAfterMs, ...fields(source) };
}

function fields(source: unknown): Pick<ServerFault, 'code' | 'type' | 'param' | 'message'> {
  const details = detailSchema.safeParse(source);
  if (details.success) {
    const message = details.data
      .map((detail) => `${detail.loc.map(String).join('.')}: ${detail.msg}`)
      .join('; ');
    return { code: '', type: 'validation error', param: '', message: cut(message) };
  }
  const error = errorSchema.safeParse(source);
  if (!error.success) {
    return { code: '', type: '', param: '', message: cut(typeof source === 'string' ? source : '') };
  }
  const { message, code, type, param } = error.data;
  return { code: lower(code), type: lower(type), param: lower(param), message: cut(asText(message)) };
}

function asText(message: unknown): string {
  return typeof message === 'string' ? message : (JSON.stringify(message) ?? '');
}

function lower(value: string | number | null | undefined): string {
  return String(value ?? '').toLowerCase();
}

function cut(message: string): string {
  return message.slice(0, 2_000);
}
