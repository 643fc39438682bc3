import type { SearchHit } from '@agentic-search/shared/ports/search-engine';
import { readableUrl } from '../passage/page-address.js';
import { analyseQuestion } from '../question/analyse-question.js';
import { gapTerms } from '../question/gap-terms.js';
import type { FocusTerm } from '../question/question.js';
import { coverTerm } from '../support/cover-term.js';
import { keysOfTerms, WantedKeys } from '../words/wanted-keys.js';

export interface RankedHit {
  /** Index in the list of hits. */
  position: number;
  /** 0–1. */
  score: number;
  reasoning: string;
}

interface HitKeys {
  name: ReadonlySet<string>;
  text: ReadonlySet<string>;
  host: string;
  path: string;
}

const SNIPPET = 600;
const TITLE = 300;
/** Pages that list or repeat other pages. */
const INDEX_PAGE =
  /(?:genindex|\/search(?:\.html)?$|_sources\/|\/tags?\/|sitemap|license|changelog|contributing|code[-_]of[-_]conduct)/iu;
const FORUM = /(?:^|\.)(?:reddit|quora|pinterest|facebook|medium|x|twitter)\./iu;

/** Scores hits by what their title, address and snippet share with the question and its gaps; best first. */
export function rankByRules(
  question: string,
  gaps: readonly string[],
  hits: readonly SearchHit[],
): RankedHit[] {
  const terms = uniqueTerms(analyseQuestion(question).parts.flatMap((part) => part.focus));
  const missing = gapTerms(gaps, 'en');
  const wanted = new WantedKeys(keysOfTerms([...terms, ...missing]));
  const keyed = hits.map((hit) => keysOfHit(hit, wanted));
  const weights = terms.map((term) => term.weight * rarity(term, keyed));
  const hosts = new Map<string, number>();
  const scored = hits.map((_, position) => scoreHit(position, terms, weights, missing, keyed));
  return trustEngine(scored, terms)
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .map((ranked) => {
      const host = keyed[ranked.position]?.host ?? '';
      const before = hosts.get(host) ?? 0;
      hosts.set(host, before + 1);
      return { ...ranked, score: round(ranked.score - Math.min(0.06, before * 0.004)) };
    })
    .sort((a, b) => b.score - a.score || a.position - b.position);
}

const NOTHING_SEEN = 0.6;
const TRUSTED = [0.74, 0.72];

/**
 * Where no title or snippet shows anything of a question that has telling words, the engine has read the pages and knows
 * more: its first hits are worth reading.
 */
function trustEngine(scored: RankedHit[], terms: readonly FocusTerm[]): RankedHit[] {
  if (!terms.some((term) => term.weight >= 1)) return scored;
  if (scored.some(({ score }) => score >= NOTHING_SEEN)) return scored;
  return scored.map((hit) => {
    const trust = TRUSTED[hit.position] ?? 0;
    return trust > hit.score
      ? { ...hit, score: trust, reasoning: `first of the engine; ${hit.reasoning}` }
      : hit;
  });
}

function scoreHit(
  position: number,
  terms: readonly FocusTerm[],
  weights: readonly number[],
  missing: readonly FocusTerm[],
  keyed: readonly HitKeys[],
): RankedHit {
  const keys = keyed[position];
  if (keys === undefined || terms.length === 0)
    return { position, score: 0, reasoning: 'nothing to compare with' };
  let total = 0;
  let anywhere = 0;
  let named = 0;
  const matched: string[] = [];
  const missed: string[] = [];
  for (const [i, term] of terms.entries()) {
    const weight = weights[i] ?? 0;
    const inName = coverTerm(term, keys.name);
    const inText = Math.max(inName, coverTerm(term, keys.text) * 0.9);
    total += weight;
    named += weight * inName;
    anywhere += weight * inText;
    if (term.weight >= 0.5) (inText > 0 ? matched : missed).push(term.text);
  }
  const gap = missing.length === 0 ? 0 : share(missing, keys);
  const subject = subjectMatch(terms, keyed, keys);
  const sum =
    -2.95 +
    3.6 * (anywhere / total) +
    2.4 * (named / total) +
    2.6 * subject +
    1.0 * gap +
    0.9 / (1 + position / 3) -
    (INDEX_PAGE.test(keys.path) ? 1.2 : 0) -
    (FORUM.test(keys.host) ? 0.4 : 0);
  const score = matched.length === 0 ? 0.05 : 1 / (1 + Math.exp(-sum));
  return { position, score, reasoning: reasonOf(matched, missed) };
}

/**
 * 1 when the hit bears the name the question is about, −0.6 when it bears none of the names that some other hit bears,
 * 0 when the question has no such name. A name is written like one, or stands in the titles and addresses of some hits.
 */
function subjectMatch(terms: readonly FocusTerm[], all: readonly HitKeys[], keys: HitKeys): number {
  const names = terms.filter((term) => {
    if (term.weight < 1) return false;
    const bearing = all.filter((one) => coverTerm(term, one.name) >= 0.9).length;
    return bearing > 0 && (term.exact || bearing < Math.max(2, all.length) || all.length > 4);
  });
  if (names.length === 0) return 0;
  const inName = names.some((term) => coverTerm(term, keys.name) >= 0.9);
  if (inName) return 1;
  return names.some((term) => coverTerm(term, keys.text) >= 0.9) ? 0.2 : -0.6;
}

function share(terms: readonly FocusTerm[], keys: HitKeys): number {
  const total = terms.reduce((sum, term) => sum + term.weight, 0);
  const hit = terms.reduce(
    (sum, term) => sum + term.weight * Math.max(coverTerm(term, keys.name), coverTerm(term, keys.text)),
    0,
  );
  return total === 0 ? 0 : hit / total;
}

function rarity(term: FocusTerm, keyed: readonly HitKeys[]): number {
  const having = keyed.filter(
    (keys) => coverTerm(term, keys.name) > 0 || coverTerm(term, keys.text) > 0,
  ).length;
  // A word that no hit has tells nothing between them.
  return having === 0 ? 0.5 : Math.log(1 + (keyed.length - having + 0.5) / (having + 0.5)) + 0.6;
}

function keysOfHit(hit: SearchHit, wanted: WantedKeys): HitKeys {
  const address = readableUrl(hit.url.slice(0, 1_000));
  return {
    name: wanted.in(`${hit.title.slice(0, TITLE)} \n ${address}`),
    text: wanted.in(hit.snippet.slice(0, SNIPPET)),
    host: hostOf(hit.url),
    path: hit.url,
  };
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

function uniqueTerms(terms: readonly FocusTerm[]): FocusTerm[] {
  const seen = new Set<string>();
  return terms.filter((term) => !seen.has(term.keys[0] ?? '') && seen.add(term.keys[0] ?? ''));
}

function reasonOf(matched: readonly string[], missed: readonly string[]): string {
  if (matched.length === 0) return 'shares no telling word with the question';
  const has = `matches ${matched.slice(0, 4).join(', ')}`;
  return missed.length === 0 ? has : `${has}; not ${missed.slice(0, 3).join(', ')}`;
}

function round(score: number): number {
  return Math.round(Math.min(1, Math.max(0, score)) * 1_000) / 1_000;
}
