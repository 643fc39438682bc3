import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cutText, readCorpus } from '../judge-corpus.js';

/** A piece of real text with the headings over it. */
export interface TextPassage {
  content: string;
  heading_path: string[];
}

const root = resolve(import.meta.dirname, '../..');
const shortest = 200;
const longest = 2_000;

/** Real documentation: what npm installed, and the corpora of BENCH_DATA where they are present. */
export function realPassages(): TextPassage[] {
  const passages = [...readCorpus(join(root, 'node_modules')).passages, ...dataTexts().flatMap(cut)];
  const seen = new Set<string>();
  return passages.flatMap(({ content, heading_path }) => {
    const text = content.slice(0, longest).toWellFormed();
    if (text.length < shortest || seen.has(text)) return [];
    seen.add(text);
    return [{ content: text, heading_path }];
  });
}

const cut = (text: string, at: number) => cutText(`https://docs.example/${at}`, `text-${at}`, text);

function dataTexts(): string[] {
  const folder = join(process.env.BENCH_DATA ?? resolve(root, '../shared/data'), 'chunking');
  const corpora = join(folder, 'chroma-chunking-evaluation/corpora');
  const archive = join(folder, 'real-markdown/markdown.tar.xz');
  const texts = existsSync(corpora)
    ? readdirSync(corpora).map((file) => readFileSync(join(corpora, file), 'utf8'))
    : [];
  if (existsSync(archive)) {
    texts.push(execFileSync('tar', ['-xJOf', archive], { encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 }));
  }
  return texts;
}
