import type { Evidence } from '@agentic-search/shared/records';
import { conceptOf } from '../words/concepts.js';
import { keysOf, type WordLanguage } from '../words/stem.js';
import { joined, partsOf, tokenise } from '../words/tokenise.js';
import { splitUnits, type Unit } from './split-units.js';

/** A passage cut into units, each with the keys its words can be found under. */
export interface ReadPassage {
  evidence: Evidence;
  units: readonly ReadUnit[];
  /** Keys of title, URL and heading path: what the whole passage is about. */
  about: ReadonlySet<string>;
  /** Keys of title and URL: what the whole page is about. */
  subject: ReadonlySet<string>;
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
    return { ...unit, text, keys, defines: definedWords(unit, text, language) };
  });
  const subject = keySet(`${evidence.title} \n ${readableUrl(evidence.url)}`, language);
  const about = new Set([...subject, ...keySet(evidence.heading_path.join(' \n '), language)]);
  const passage = { evidence, units, about, subject, sections, all };
  cache.set(evidence, passage);
  return passage;
}

const LEADING_NAME = /^\s*(?:[-*+•]|\d{1,3}[.)])?\s*(?:\*\*|__|`)+([^`*_\n]{2,60})/u;

/** The words of the name a unit defines, each as its keys; type words ("String", "optional") are not part of it. */
function definedWords(unit: Unit, text: string, language: WordLanguage): string[][] {
  const name =
    unit.kind === 'row'
      ? (text.split('|')[1] ?? '')
      : (LEADING_NAME.exec(text)?.[1] ?? (unit.kind === 'heading' ? text : ''));
  return tokenise(name.slice(0, 120))
    .filter(
      (token) =>
        !/^(?:string|number|boolean|object|function|array|optional|type|default|default value|void|null)$/iu.test(
          token.text,
        ),
    )
    .flatMap((token) => (partsOf(token.text).length > 0 ? partsOf(token.text) : [token.text]))
    .slice(0, 8)
    .map((word) => keysOf(word, language));
}

/** Keys of all words of a text. */
export function keySet(text: string, language: WordLanguage = 'en'): Set<string> {
  const keys = new Set<string>();
  let before = '';
  for (const token of tokenise(text)) {
    for (const key of keysOf(token.text, language)) keys.add(key);
    // "time out", "keep alive", "web socket" are also written as one word.
    if (before.length > 2 && before.length + token.text.length < 15) addPair(before + token.text, keys);
    before = token.text;
  }
  return keys;
}

function addPair(pair: string, keys: Set<string>): void {
  const key = joined(pair);
  keys.add(key);
  const concept = conceptOf(key);
  if (concept !== null) keys.add(concept);
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
