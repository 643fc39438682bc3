import { z } from 'zod';
import type { SearchHit, UnresponsiveEngine } from '../search-engine.js';

const text = z.string().nullish().catch(null);
const hitSchema = z.object({ url: text, title: text, content: text, publishedDate: text, pubdate: text });
const unresponsiveSchema = z.union([
  z.array(z.unknown()).min(1),
  z.looseObject({ engine: z.string().optional(), name: z.string().optional() }),
  z.string(),
]);
const answerSchema = z.object({
  results: z.array(z.unknown()),
  unresponsive_engines: z.array(z.unknown()).nullish().catch(null),
});

/** What a metasearch server found, and which engines behind it did not answer. */
export interface SearxngAnswer {
  hits: SearchHit[];
  unresponsive: UnresponsiveEngine[];
}

/**
 * Reads the JSON of searx 1.1 and of current SearXNG; entries that are no hits (no http(s) URL) are left out.
 * Gives null for what is no such answer.
 */
export function readSearxngAnswer(json: unknown): SearxngAnswer | null {
  const answer = answerSchema.safeParse(json);
  if (!answer.success) return null;
  return {
    hits: answer.data.results.flatMap(readHit),
    unresponsive: (answer.data.unresponsive_engines ?? []).flatMap(readUnresponsive),
  };
}

function readHit(value: unknown): SearchHit[] {
  const hit = hitSchema.safeParse(value);
  const address = hit.data?.url?.trim() ?? '';
  if (!hit.success || !URL.canParse(address)) return [];
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return [];
  return [
    {
      url: url.href,
      title: line(hit.data.title, 500),
      snippet: line(hit.data.content, 2_000),
      publishedAt: isoDate(hit.data.publishedDate ?? hit.data.pubdate),
    },
  ];
}

function readUnresponsive(value: unknown): UnresponsiveEngine[] {
  const entry = unresponsiveSchema.safeParse(value);
  if (!entry.success) return [];
  if (typeof entry.data === 'string') return [{ name: line(entry.data, 100), reason: 'unknown' }];
  if (Array.isArray(entry.data)) {
    const [name, reason] = entry.data.map(String);
    return [{ name: line(name, 100), reason: line(reason, 200) || 'unknown' }];
  }
  const { engine, name, error, reason } = entry.data;
  const why = typeof error === 'string' ? error : typeof reason === 'string' ? reason : 'unknown';
  return [{ name: line(engine ?? name, 100), reason: line(why, 200) }];
}

/** One line of text; the engine's word is foreign input, so it is bounded. */
function line(value: string | null | undefined, limit: number): string {
  return (value ?? '').replace(/\s+/gu, ' ').trim().slice(0, limit);
}

function isoDate(value: string | null | undefined): string | null {
  if (!value || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  // Dates without a zone are UTC here, wherever this process runs.
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(value.slice(10)) || value.length === 10 ? value : `${value}Z`;
  const time = Date.parse(zoned.replace(/^(\S+) (?=\d)/, '$1T'));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
