import { sha256Hex } from '@agentic-search/shared/identifiers';
import type { IndexJob, JobContext } from '@agentic-search/shared/jobs';
import type { PageMetadata, StoredPageContent } from '@agentic-search/shared/pages';
import { pino } from 'pino';

export const url = 'https://docs.example.org/guide';

/** A stored page with this Markdown. */
export function pageOf(markdown: string, metadata: Partial<PageMetadata> = {}): StoredPageContent {
  return {
    page_hash: sha256Hex(markdown),
    markdown,
    metadata: {
      url,
      canonical_url: null,
      status: 200,
      title: 'The guide',
      description: null,
      language: 'en',
      author: null,
      published_at: '2025-03-04T00:00:00.000Z',
      modified_at: null,
      headers: [],
      main_topics: [],
      code_blocks: [],
      links: [],
      word_count: 3,
      content_summary: 'All about it.',
      etag: null,
      last_modified: null,
      ...metadata,
    },
  };
}

/** The job that indexes this page. */
export function jobOf(
  { page_hash }: Pick<StoredPageContent, 'page_hash'>,
  fields: Partial<IndexJob> = {},
): IndexJob {
  return {
    record: { kind: 'search', id: 's1', run: 1 },
    url: `${url}?from=search`,
    final_url: url,
    page_hash,
    namespace: 'default',
    source_id: 'docs.example.org',
    crawled_at: '2026-01-01T00:00:00.000Z',
    checked_at: '2026-01-01T00:00:00.000Z',
    deadline_at: 4_000_000_000_000,
    ...fields,
  };
}

/** What a processor is given beside its data; counts how often it asked whether it may still write. */
export function contextOf(fields: Partial<JobContext> = {}): JobContext & { asked: () => number } {
  let asked = 0;
  return {
    jobId: 'j1',
    attempt: 1,
    lastAttempt: false,
    signal: new AbortController().signal,
    assertCurrent: async () => {
      asked += 1;
    },
    postponeUntil: async () => {
      throw new Error('not asked of this double');
    },
    logger: pino({ enabled: false }),
    asked: () => asked,
    ...fields,
  };
}

/** A page of `sections` headed sections with some text and code in each. */
export function longMarkdown(sections: number, word = 'alpha'): string {
  return Array.from(
    { length: sections },
    (_, index) =>
      `## Section ${index}\n\n${`The ${word} of section ${index} does one thing well. `.repeat(20)}\n\n` +
      `\`\`\`ts\nconst value = ${index};\nrun('${word}', value);\nexport { value };\n\`\`\`\n`,
  ).join('\n');
}
