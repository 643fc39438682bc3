import type { PageMetadata } from '@agentic-search/shared/pages';
import { codeLanguageOf } from '../extract/code-language.js';
import { attribute, type DomDocument, type DomElement, textOf } from '../extract/dom.js';
import type { ExtractInput } from '../extract/extract-result.js';
import { contentSummary } from './content-summary.js';
import { isoDate } from './iso-date.js';
import { jsonLdFacts } from './json-ld.js';
import { mainTopics } from './main-topics.js';
import { capped, metadataLimits, validatorsOf } from './metadata-limits.js';
import { pageLanguage } from './page-language.js';

/** What metadata is read from. */
export interface HtmlMetadataSources {
  document: DomDocument;
  /** Cleaned main content. */
  content: DomElement;
  jsonLd: readonly string[];
  baseUrl: string;
  input: ExtractInput;
}

/**
 * Reads what the page declares of itself (JSON-LD, OpenGraph, meta, `<time>`, headings); the returned function adds
 * what depends on the Markdown. In two parts because turning content into Markdown takes it apart.
 */
export function htmlMetadata(
  sources: HtmlMetadataSources,
): (markdown: string, words: number) => PageMetadata {
  const { document, content, baseUrl, input } = sources;
  const facts = jsonLdFacts(sources.jsonLd);
  const contents = metaContents(document);
  const meta = (...names: string[]) => firstOf(contents, names);
  const headers = headingsOf(content);
  const title = titleOf(
    document,
    content,
    meta('og:title', 'twitter:title') ?? facts.headline,
    meta('og:site_name'),
  );
  const keywords = [
    ...(meta('keywords', 'news_keywords') ?? '').split(/[,;]/).slice(0, 30),
    ...facts.keywords,
    ...[...document.querySelectorAll('meta[property="article:tag"]')].map(
      (tag) => attribute(tag, 'content') ?? '',
    ),
  ];
  const canonical = attribute(document.querySelector('link[rel~="canonical"]'), 'href');
  const base: Omit<PageMetadata, 'language' | 'word_count' | 'content_summary'> = {
    url: input.finalUrl,
    canonical_url:
      canonical !== null && URL.canParse(canonical, baseUrl) ? new URL(canonical, baseUrl).href : null,
    status: input.status,
    title,
    description: capped(
      meta('description', 'og:description', 'twitter:description') ?? facts.description,
      metadataLimits.description,
    ),
    author: capped(
      facts.author ?? meta('author', 'article:author', 'dc.creator', 'byl') ?? bylineOf(document),
      200,
    ),
    published_at:
      isoDate(facts.published) ??
      isoDate(
        meta(
          'article:published_time',
          'date',
          'dc.date',
          'dc.date.issued',
          'dcterms.created',
          'pubdate',
          'publish_date',
          'citation_publication_date',
        ),
      ) ??
      timeOf(document, content),
    modified_at:
      isoDate(facts.modified) ??
      isoDate(meta('article:modified_time', 'og:updated_time', 'last-modified', 'dcterms.modified')) ??
      isoDate(attribute(document.querySelector('[itemprop="dateModified"]'), 'datetime')),
    headers,
    main_topics: mainTopics({ title, keywords, headings: headers }),
    code_blocks: codeBlocksOf(content),
    links: linksOf(content),
    ...validatorsOf(input.headers),
  };
  const declared = [
    attribute(document.documentElement, 'lang'),
    meta('content-language', 'og:locale'),
    facts.language,
    input.headers['content-language'] ?? null,
  ];
  return (markdown, words) => ({
    ...base,
    language: pageLanguage(declared, markdown),
    word_count: words,
    content_summary: contentSummary(markdown),
  });
}

/** All `<meta>` of a page by lower-case name, property, itemprop or http-equiv; the first of each name counts. */
function metaContents(document: DomDocument): Map<string, string> {
  const contents = new Map<string, string>();
  for (const element of document.querySelectorAll('meta[content]')) {
    const content = attribute(element, 'content')?.replace(/\s+/g, ' ');
    for (const key of ['name', 'property', 'itemprop', 'http-equiv']) {
      const name = attribute(element, key)?.toLowerCase();
      if (name && content && !contents.has(name)) contents.set(name, content);
    }
  }
  return contents;
}

function firstOf(contents: Map<string, string>, names: string[]): string | null {
  const name = names.find((candidate) => contents.has(candidate));
  return name === undefined ? null : (contents.get(name) ?? null);
}

/** The page's own heading where the title repeats it, else the shared title, else the title without its site's name. */
function titleOf(
  document: DomDocument,
  content: DomElement,
  shared: string | null,
  site: string | null,
): string {
  const title = textOf(document.querySelector('title'));
  const heading = textOf(content.querySelector('h1')) || textOf(document.querySelector('h1'));
  if (heading.length >= 3 && title.toLowerCase().includes(heading.toLowerCase()))
    return capped(heading, metadataLimits.title) ?? '';
  const withoutSite =
    site && title.endsWith(site) ? title.slice(0, -site.length).replace(/[\s|·—–:-]+$/, '') : title;
  return capped(shared || withoutSite || heading, metadataLimits.title) ?? '';
}

function headingsOf(content: DomElement): PageMetadata['headers'] {
  return [...content.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .map((heading) => ({
      level: Number(heading.nodeName.slice(1)),
      text: textOf(heading).slice(0, metadataLimits.heading),
    }))
    .filter(({ text }) => text !== '')
    .slice(0, metadataLimits.headings);
}

function codeBlocksOf(content: DomElement): PageMetadata['code_blocks'] {
  const counts = new Map<string, number>();
  for (const block of content.querySelectorAll('pre')) {
    const language = codeLanguageOf(block);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].slice(0, 30).map(([language, count]) => ({ language, count }));
}

function linksOf(content: DomElement): string[] {
  const links = new Set<string>();
  for (const link of content.querySelectorAll('a[href]')) {
    const href = (link.getAttribute('href') ?? '').split('#', 1)[0] ?? '';
    if (/^https?:/.test(href)) links.add(href);
    if (links.size === metadataLimits.links) break;
  }
  return [...links];
}

function bylineOf(document: DomDocument): string | null {
  const byline = textOf(document.querySelector('[itemprop="author"], [rel="author"], .byline, .author-name'));
  return byline.length < 80 ? byline.replace(/^by\s+/i, '') || null : null;
}

function timeOf(document: DomDocument, content: DomElement): string | null {
  const marked = document.querySelector(
    'time[pubdate], time[itemprop="datePublished"], [itemprop="datePublished"]',
  );
  const time =
    marked ??
    content.querySelector('time[datetime]') ??
    document.querySelector('article time[datetime], header time[datetime]');
  return isoDate(attribute(time, 'datetime') ?? attribute(time, 'content') ?? textOf(time));
}
