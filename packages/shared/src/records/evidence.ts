import { z } from 'zod';

/** A retrieved passage as results show it. */
export const passageSchema = z.object({
  chunk_id: z.string(),
  content: z.string(),
  url: z.string(),
  title: z.string(),
  /** 0–1, higher is better, comparable within one response. */
  similarity_score: z.number().min(0).max(1),
  chunk_index: z.int().min(0),
  source_id: z.string(),
  heading_path: z.array(z.string()),
});
export type Passage = z.infer<typeof passageSchema>;

/** A passage with what decisions need and results do not show. */
export const evidenceSchema = passageSchema.extend({
  content_hash: z.string(),
  language: z.string().nullable(),
  published_at: z.string().nullable(),
  crawled_at: z.string(),
  checked_at: z.string(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** How far the evidence answers the original question, and what is missing. */
export const judgementSchema = z.object({
  /** 0–1. */
  score: z.number().min(0).max(1),
  /** Parts of the question that are answered, each with the chunks that do it. */
  covered: z.array(z.object({ part: z.string(), chunk_ids: z.array(z.string()) })),
  gaps: z.array(z.string()),
  reasoning: z.string(),
});
export type Judgement = z.infer<typeof judgementSchema>;

/** A quote of a passage that stands behind a sentence of the answer. */
export const citationSchema = z.object({
  n: z.int().min(1),
  chunk_id: z.string(),
  url: z.string(),
  title: z.string(),
  quote: z.string(),
  /** Offsets into the chunk's content, UTF-16 units: `content.slice(start, end) === quote`. */
  start: z.int().min(0),
  end: z.int().min(0),
  verified: z.boolean(),
});
export type Citation = z.infer<typeof citationSchema>;

/** The answer with its citations; `text` is null when none was found. */
export const answerSchema = z.object({
  found: z.boolean(),
  text: z.string().nullable(),
  /** Oldest publication or crawl date among the cited sources. */
  as_of: z.string().nullable(),
  citations: z.array(citationSchema),
});
export type Answer = z.infer<typeof answerSchema>;
