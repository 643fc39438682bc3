import type { Evidence } from '@agentic-search/shared/records';
import { conceptsOf } from '../words/concepts.js';
import { keysOf, type WordLanguage, wordKeys } from '../words/stem.js';
import { partsOf, tokenise, wordsOf } from '../words/tokenise.js';
import type { WantedKeys } from '../words/wanted-keys.js';
import { NamedUnit } from './named-unit.js';
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
const cache = new WeakMap<Evidence, { wanted: WantedKeys | null; passage: ReadPassage }>();
const splits = new WeakMap<Evidence, readonly Unit[]>();

/**
 * Reads a passage, once per object as long as it is read for the same question. Its sets hold the wanted keys alone, or
 * every key when it is not said which are.
 */
export function readPassage(evidence: Evidence, wanted: WantedKeys | null = null): ReadPassage {
  const known = cache.get(evidence);
  if (known !== undefined && known.wanted === wanted) return known.passage;
  const content = evidence.content.slice(0, LONGEST_PASSAGE);
  const language = languageOf(evidence.language);
  const keysIn = (text: string): ReadonlySet<string> =>
    wanted === null ? keySet(text, language) : wanted.in(text, language);
  const all = new Set<string>();
  const sections = new Map<number, Set<string>>();
  const units = unitsOf(evidence, content).map((unit) => {
    const text = content.slice(unit.start, unit.end);
    // The names of the columns say what the cells of a row are.
    const named =
      unit.header === null ? text : `${content.slice(unit.header.start, unit.header.end)}\n${text}`;
    const keys = keysIn(named);
    const section = sections.get(unit.section) ?? new Set<string>();
    sections.set(unit.section, section);
    for (const key of keys) {
      all.add(key);
      section.add(key);
    }
    return new NamedUnit(unit, text, keys, language);
  });
  const subject = keysIn(`${evidence.title} \n ${readableUrl(evidence.url)}`);
  const about = new Set([...subject, ...keysIn(evidence.heading_path.join(' \n '))]);
  const pageName = pageNameOf(evidence.url, language);
  const passage = { evidence, units, about, subject, pageName, sections, all };
  cache.set(evidence, { wanted, passage });
  return passage;
}

function unitsOf(evidence: Evidence, content: string): readonly Unit[] {
  const known = splits.get(evidence);
  if (known !== undefined) return known;
  const units = splitUnits(content);
  splits.set(evidence, units);
  return units;
}

/** Keys of all words of a text. */
export function keySet(text: string, language: WordLanguage = 'en'): Set<string> {
  const keys = new Set<string>();
  let before = { length: 0, joined: '' };
  for (const token of wordsOf(text)) {
    const word = wordKeys(token, language);
    for (const key of word.keys) keys.add(key);
    const { length } = token;
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
