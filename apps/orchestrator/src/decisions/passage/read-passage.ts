import type { Evidence } from '@agentic-search/shared/records';
import { keySet } from '../words/key-set.js';
import type { WantedKeys } from '../words/wanted-keys.js';
import { cutPassage } from './cut-passage.js';
import { NamedUnit } from './named-unit.js';
import type { Unit } from './split-units.js';

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
  /** Keys under each heading, by section number; none of a section without any. */
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
  /** It states anything: a date, a name or a link alone does not. */
  saysSomething: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const cache = new WeakMap<Evidence, { wanted: WantedKeys | null; passage: ReadPassage }>();

/**
 * Reads a passage, once per object as long as it is read for the same question. Its sets hold the wanted keys alone, or
 * every key when it is not said which are.
 */
export function readPassage(evidence: Evidence, wanted: WantedKeys | null = null): ReadPassage {
  const known = cache.get(evidence);
  if (known !== undefined && known.wanted === wanted) return known.passage;
  const cut = cutPassage(evidence);
  const reader = wanted ?? { in: keySet };
  const all = new Set<string>();
  const sections = new Map<number, Set<string>>();
  const found = cut.keys.of(wanted);
  const units = cut.units.map((one, at) => {
    const keys = found[at] ?? NONE;
    if (keys.size > 0) {
      const section = sectionOf(sections, one.unit.section);
      for (const key of keys) {
        all.add(key);
        section.add(key);
      }
    }
    return new NamedUnit(one, keys);
  });
  const subject = reader.in(`${evidence.title} \n ${cut.address}`, cut.language);
  const above = reader.in(evidence.heading_path.join(' \n '), cut.language);
  const about = above.size === 0 ? subject : new Set([...subject, ...above]);
  const passage = { evidence, units, about, subject, pageName: cut.pageName, sections, all };
  cache.set(evidence, { wanted, passage });
  return passage;
}

function sectionOf(sections: Map<number, Set<string>>, number: number): Set<string> {
  const known = sections.get(number);
  if (known !== undefined) return known;
  const made = new Set<string>();
  sections.set(number, made);
  return made;
}
