import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Evidence } from '@agentic-search/shared/records';
import { readableUrl } from '../apps/orchestrator/src/decisions/passage/page-address.js';
import { keySet } from '../apps/orchestrator/src/decisions/words/key-set.js';

/** The documentation pages under a folder, cut into passages, with a plain BM25 search over them. */
export interface Corpus {
  passages: Evidence[];
  search(query: string, limit: number): Evidence[];
}

const PASSAGE_CHARS = 1_600;
const SKIPPED =
  /(?:^|\/)(?:changelog|changes|history|license|authors|contributing)[^/]*$|\/@biomejs\/|\/node_modules\//iu;

/** Reads every Markdown page under `root`; pages are named `https://docs.example/<path>`. */
export function readCorpus(root: string): Corpus {
  const passages = markdownFiles(root).flatMap((path) => cutPage(root, path));
  return { passages, search: bm25(passages) };
}

/** A stand-in corpus of given passages. */
export function corpusOf(passages: Evidence[]): Corpus {
  return { passages, search: bm25(passages) };
}

function markdownFiles(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (
        /\.(?:md|markdown)$/iu.test(entry.name) &&
        !SKIPPED.test(`/${relative(root, path)}`) &&
        statSync(path).size < 400_000
      ) {
        found.push(path);
      }
    }
  };
  walk(root);
  return found.sort();
}

function cutPage(root: string, path: string): Evidence[] {
  const name = relative(root, path);
  return cutText(`https://docs.example/${name}`, name, readFileSync(path, 'utf8'));
}

/** Cuts a page by headings and size; fences stay whole. */
export function cutText(url: string, name: string, markdown: string): Evidence[] {
  const title = /^#{1,2}\s+(.+)$/mu.exec(markdown)?.[1] ?? name;
  const blocks: { text: string; path: string[] }[] = [];
  let path: string[] = [];
  let text = '';
  let fence = false;
  const flush = (): void => {
    if (text.trim() !== '') blocks.push({ text, path: [...path] });
    text = '';
  };
  for (const line of markdown.split('\n')) {
    if (/^\s*(?:```|~~~)/u.test(line)) fence = !fence;
    const heading = fence ? null : /^(#{1,6})\s+(.+)$/u.exec(line);
    if (
      (heading !== null && text.length > PASSAGE_CHARS / 3) ||
      (!fence && line.trim() === '' && text.length > PASSAGE_CHARS)
    )
      flush();
    if (heading !== null) path = [...path.slice(0, (heading[1]?.length ?? 1) - 1), heading[2] ?? ''];
    text += `${line}\n`;
  }
  flush();
  return blocks.map((block, i) => ({
    chunk_id: `${name}#${i}`,
    content: block.text,
    url,
    title,
    similarity_score: 0.5,
    chunk_index: i,
    source_id: 'docs.example',
    heading_path: block.path,
    content_hash: `${name}#${i}`,
    language: null,
    published_at: null,
    crawled_at: '2026-01-01T00:00:00.000Z',
    checked_at: '2026-01-01T00:00:00.000Z',
  }));
}

function bm25(passages: Evidence[]): Corpus['search'] {
  const docs = passages.map((passage) => {
    const counts = new Map<string, number>();
    const text = `${passage.title} ${readableUrl(passage.url)} ${passage.heading_path.join(' ')} ${passage.content}`;
    for (const word of text.match(/[\p{L}\p{N}_.@-]+/gu) ?? []) {
      for (const key of keySet(word)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  });
  const df = new Map<string, number>();
  for (const counts of docs) for (const key of counts.keys()) df.set(key, (df.get(key) ?? 0) + 1);
  return (query, limit) => {
    const keys = [...keySet(query)].filter((key) => !key.startsWith('='));
    return docs
      .map((counts, i) => {
        const length = passages[i]?.content.length ?? 0;
        const score = keys.reduce((sum, key) => {
          const tf = counts.get(key) ?? 0;
          if (tf === 0) return sum;
          const n = df.get(key) ?? 0;
          return (
            sum +
            Math.log(1 + (docs.length - n + 0.5) / (n + 0.5)) *
              ((tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / PASSAGE_CHARS)))
          );
        }, 0);
        return { i, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .flatMap(({ i }) => passages[i] ?? []);
  };
}
