import { jsonrepair } from 'jsonrepair';
import type { z } from 'zod';

const fence = /^\s*```[a-z]*\s*\n?([\s\S]*?)\n?```\s*$/i;

/** The part of a reply that is JSON: without fences, and without prose before the first brace and after the last. */
function jsonPart(text: string): string {
  const unfenced = fence.exec(text)?.[1] ?? text;
  const start = unfenced.search(/[{[]/);
  if (start === -1) return unfenced;
  const end = Math.max(unfenced.lastIndexOf('}'), unfenced.lastIndexOf(']'));
  return end > start ? unfenced.slice(start, end + 1) : unfenced.slice(start);
}

/** Reads a model's reply: strips fences, repairs JSON, checks the schema. null when that fails. */
export function parseReply<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(jsonrepair(jsonPart(text))));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
