import type { PageMetadata } from '@agentic-search/shared/pages';
import type { ExtractInput } from '../extract/extract-result.js';
import { contentSummary } from './content-summary.js';
import { countWords } from './count-words.js';
import { mainTopics } from './main-topics.js';
import { markdownHeadings } from './markdown-headings.js';
import { capped, metadataLimits, validatorsOf } from './metadata-limits.js';
import { pageLanguage } from './page-language.js';

/** Metadata of Markdown, plain text and JSON: all there is stands in the text, the URL and the response headers. */
export function textMetadata(
  markdown: string,
  input: ExtractInput,
  declaredTitle: string | null,
): PageMetadata {
  const blocks = [...markdown.matchAll(/^(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n[\s\S]*?^\1[ \t]*$/gm)];
  const prose = markdown.replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm, '');
  const headers = markdownHeadings(prose);
  const title =
    capped(declaredTitle ?? headers[0]?.text ?? fileName(input.finalUrl), metadataLimits.title) ?? '';
  const counts = new Map<string, number>();
  for (const [, , language = ''] of blocks)
    counts.set(language.toLowerCase(), (counts.get(language.toLowerCase()) ?? 0) + 1);
  return {
    url: input.finalUrl,
    canonical_url: null,
    status: input.status,
    title,
    description: null,
    language: pageLanguage([input.headers['content-language'] ?? null], prose),
    author: null,
    published_at: null,
    modified_at: null,
    headers,
    main_topics: mainTopics({ title, keywords: [], headings: headers }),
    code_blocks: [...counts].slice(0, 30).map(([language, count]) => ({ language, count })),
    links: linksIn(prose, input.finalUrl),
    word_count: countWords(markdown),
    content_summary: contentSummary(markdown),
    ...validatorsOf(input.headers),
  };
}

function fileName(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const last = path.split('/').filter(Boolean).at(-1) ?? url;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function linksIn(prose: string, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const [, target = ''] of prose.matchAll(/\]\(\s*<?([^\s)>]+)/g)) {
    if (!URL.canParse(target, baseUrl)) continue;
    const url = new URL(target, baseUrl);
    url.hash = '';
    if (url.protocol === 'http:' || url.protocol === 'https:') links.add(url.href);
    if (links.size === metadataLimits.links) break;
  }
  return [...links];
}
