import { z } from 'zod';

/**
 * What the extractor says of a page; docs/crawl-metadata.md lists where each field comes from. Times ISO 8601.
 */
export const pageMetadataSchema = z.object({
  url: z.string(),
  canonical_url: z.string().nullable(),
  status: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  language: z.string().nullable(),
  author: z.string().nullable(),
  published_at: z.string().nullable(),
  modified_at: z.string().nullable(),
  headers: z.array(z.object({ level: z.int().min(1).max(6), text: z.string() })),
  main_topics: z.array(z.string()),
  code_blocks: z.array(z.object({ language: z.string(), count: z.int().min(1) })),
  links: z.array(z.string()),
  word_count: z.int().min(0),
  content_summary: z.string(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
});

export type PageMetadata = z.infer<typeof pageMetadataSchema>;

/** Page metadata shortened for a crawl entry: at most 20 headers, 8 topics, no links. */
export const pageSummarySchema = pageMetadataSchema.omit({ links: true });
export type PageSummary = z.infer<typeof pageSummarySchema>;

/** A stored page: its Markdown once per content hash, whoever fetched it. */
export const storedPageContentSchema = z.object({
  /** sha256 of `markdown`, hex; the key. */
  page_hash: z.string(),
  markdown: z.string().min(1),
  metadata: pageMetadataSchema,
});
export type StoredPageContent = z.infer<typeof storedPageContentSchema>;

/** What is known of a URL: where it led, what was there, and when that was last checked. */
export const pagePointerSchema = z.object({
  /** Normalised URL that was asked for. */
  url: z.string(),
  /** Normalised URL after redirects; pages are named by it. */
  final_url: z.string(),
  page_hash: z.string(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  fetched_at: z.string(),
  checked_at: z.string(),
});
export type PagePointer = z.infer<typeof pagePointerSchema>;
