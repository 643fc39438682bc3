import type { Evidence } from '@agentic-search/shared/records';
import { conceptsOf } from '../words/concepts.js';
import { keysOf, type WordLanguage, wordKeys } from '../words/stem.js';
import { joined, looksLikeCode, partsOf, tokenise } from '../words/tokenise.js';
import { splitUnits, type Unit } from './split-units.js';

/** A passage cut into units, each with the keys its words can be found under. */
export interface ReadPassage {
  evidence: Evidence;
  units: readonly ReadUnit[];
  /** Keys of title, URL and heading path: what the whole passage is about. */
  about: ReadonlySet<string>;
  /** Keys of title and URL: what the whole page is about. */
  subject: ReadonlySet<string>;
  /** The words of the page's own name, the last telling part of its address, each as its keys. */
  pageName: readonly (readonly string[])[];
  /** Keys under each heading, by section number. */
  sections: ReadonlyMap<number, ReadonlySet<string>>;
  /** Keys anywhere in the passage's text. */
  all: ReadonlySet<string>;
}

export interface ReadUnit extends Unit {
  text: string;
  keys: ReadonlySet<string>;
  /** Keys of the name that the unit defines: its heading, its first words in code or bold, its first cell. */
  defines: readonly (readonly string[])[];
  /** The defined name whole, as `joined` writes it: an identifier that contains another is another. */
  names: readonly string[];
}

/** Longer passages are read so far; chunks are a hundred times shorter. */
const LONGEST_PASSAGE = 200_000;
const cache = new WeakMap<Evidence, ReadPassage>();

/** Reads a passage once per object. */
export function readPassage(evidence: Evidence): ReadPassage {
  const known = cache.get(evidence);
  if (known !== undefined) return known;
  const content = evidence.content.slice(0, LONGEST_PASSAGE);
  const language = languageOf(evidence.language);
  const all = new Set<string>();
  const sections = new Map<number, Set<string>>();
  const units = splitUnits(content).map((unit) => {
    const text = content.slice(unit.start, unit.end);
    // The names of the columns say what the cells of a row are.
    const named =
      unit.header === null ? text : `${content.slice(unit.header.start, unit.header.end)}\n${text}`;
    const keys = keySet(named, language);
    const section = sections.get(unit.section) ?? new Set<string>();
    sections.set(unit.section, section);
    for (const key of keys) {
      all.add(key);
      section.add(key);
    }
    const name = definedName(unit, text);
    return { ...unit, text, keys, defines: definedWords(name, language), names: wholeNames(name) };
  });
  const subject = keySet(`${evidence.title} \n ${readableUrl(evidence.url)}`, language);
  const about = new Set([...subject, ...keySet(evidence.heading_path.join(' \n '), language)]);
  const pageName = pageNameOf(evidence.url, language);
  const passage = { evidence, units, about, subject, pageName, sections, all };
  cache.set(evidence, passage);
  return passage;
}

const LEADING_NAME = /^\s*(?:[-*+•]|\d{1,3}[.)])?\s*(?:\*\*|__|`|_|\*)+([^`*\n]{2,60})/u;
const TYPE_WORD =
  /^(?:string|number|boolean|object|function|array|optional|type|default|default value|void|null|integer|int|word|binary|bool|float|size|severity|yes|no|none|\d+)$/iu;

/** The name that a unit defines: its first words in code or bold, its first cell, its heading. */
function definedName(unit: Unit, text: string): string {
  const name =
    unit.kind === 'row'
      ? (text.split('|')[1] ?? '')
      : (LEADING_NAME.exec(text)?.[1] ?? (unit.kind === 'heading' ? text : ''));
  return TYPE_WORD.test(name.replace(/[`*\s]/gu, '')) ? '' : name.slice(0, 120);
}

/** Identifiers of a defined name: `--flag, -f`, `options.align` (also `align`), `close()`; none of a name of several words. */
function wholeNames(name: string): string[] {
  const found =
    name.replace(/\([^)]*\)?|<[^>]*>|\[[^\]]*\]?/gu, ' ').match(/[\p{L}\p{N}_$-][\w$.-]*/gu) ?? [];
  const words = found.filter((word) => !TYPE_WORD.test(word) && /[\p{L}]/u.test(word));
  const inCode = words.some((word) => looksLikeCode(word) || word.startsWith('-'));
  if (words.length > 3 || (words.length > 1 && !inCode)) return [];
  return words.flatMap((word) => {
    const whole = joined(word);
    const last = joined(word.split('.').pop() ?? '');
    return last === whole ? [whole] : [whole, last];
  });
}

/** The words of a defined name, each as its keys; type words ("String", "optional") are not part of it. */
function definedWords(name: string, language: WordLanguage): (readonly string[])[] {
  return tokenise(name)
    .filter((token) => !TYPE_WORD.test(token.text))
    .flatMap((token) => (partsOf(token.text).length > 0 ? partsOf(token.text) : [token.text]))
    .slice(0, 8)
    .map((word) => keysOf(word, language));
}

/** Keys of all words of a text. */
export function keySet(text: string, language: WordLanguage = 'en'): Set<string> {
  const keys = new Set<string>();
  let before = { length: 0, joined: '' };
  for (const token of tokenise(text)) {
    const word = wordKeys(token.text, language);
    for (const key of word.keys) keys.add(key);
    const { length } = token.text;
    // "time out", "keep alive", "web socket" are also written as one word.
    if (before.length > 2 && before.length + length < 15) addPair(before.joined + word.joined, keys);
    before = { length, joined: word.joined };
  }
  return keys;
}

function addPair(key: string, keys: Set<string>): void {
  keys.add(key);
  for (const concept of conceptsOf(key)) keys.add(concept);
}

const GENERIC_NAME =
  /^(?:readme|index|docs?|documentation|api|reference|guide|manual|html?|md|en|latest|stable|master|main|v?\d[\d.]*|class|page|node|js)$/iu;

/** Words of the last part of an address that is a name; none when it has only a host. */
function pageNameOf(url: string, language: WordLanguage): (readonly string[])[] {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const segments = path.split('/').reverse();
  for (const [at, segment] of segments.entries()) {
    const above = segments[at + 1] ?? '';
    const name = above.startsWith('@') ? `${above} ${segment}` : segment;
    const words = tokenise(name.replace(/\.(?:html?|md)$/iu, ''))
      .flatMap((token) => (partsOf(token.text).length > 0 ? partsOf(token.text) : [token.text]))
      .filter((word) => word.length > 1 && !GENERIC_NAME.test(word));
    if (words.length > 0) return words.map((word) => keysOf(word, language));
  }
  return [];
}

/** Host and path of a URL as words; the URL itself when it does not parse. */
export function readableUrl(url: string): string {
  try {
    const { hostname, pathname } = new URL(url);
    const name = /^[\d.:[\]]+$|^localhost$/u.test(hostname)
      ? ''
      : hostname.replace(/^www\./u, '').replaceAll('.', ' ');
    return `${name} ${decodeURIComponent(pathname)
      .replaceAll('/', ' ')
      .replace(/\.(?:html?|md|txt)\b/giu, '')}`;
  } catch {
    return url.slice(0, 500);
  }
}

function languageOf(language: string | null): WordLanguage {
  const short = language?.slice(0, 2).toLowerCase();
  return short === 'de' || short === 'es' || short === 'fr' ? short : 'en';
}
