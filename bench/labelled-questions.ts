import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Evidence } from '@agentic-search/shared/records';
import { type Corpus, readCorpus } from './judge-corpus.js';

/** A question with its label and the passages a lexical search finds for it. */
export interface Labelled {
  question: string;
  /** Pages that answer it, under node_modules; none for a near miss. */
  pages?: string[];
  /** A right answer matches this (case-insensitive, `.` takes line ends). */
  accept?: string;
  /** Not used for fitting. */
  held_out: boolean;
  /** Written after the rules and never looked at one by one while they were changed. */
  fresh: boolean;
  evidence: Evidence[];
}

type StoredRow = Omit<Labelled, 'evidence' | 'fresh' | 'held_out'> & { held_out?: boolean };

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}apps/orchestrator/src/decisions/calibration/`;
const PASSAGES = 10;

/** All labelled questions over the documentation inside node_modules. */
export function labelledQuestions(corpus: Corpus = readCorpus(`${root}node_modules`)): Labelled[] {
  return ['answerable.json', 'near-miss.json', 'fresh.json'].flatMap((name) => {
    const rows = JSON.parse(readFileSync(`${folder}${name}`, 'utf8')) as StoredRow[];
    const fresh = name === 'fresh.json';
    return rows.map((row) => ({
      ...row,
      fresh,
      held_out: row.held_out ?? fresh,
      evidence: corpus.search(row.question, PASSAGES),
    }));
  });
}

/** Whether a text holds a right answer. */
export function accepts(row: Pick<Labelled, 'accept'>, text: string): boolean {
  return row.accept !== undefined && new RegExp(row.accept, 'is').test(text);
}
