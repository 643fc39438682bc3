import type { Evidence } from '@agentic-search/shared/records';
import type { WordLanguage } from '../words/stem.js';
import { CutUnit } from './cut-unit.js';
import { pageNameOf, readableUrl } from './page-address.js';
import { splitUnits } from './split-units.js';
import { UnitKeys } from './unit-keys.js';

/** What a passage is whatever is asked: its units, and what its address says. */
export interface CutPassage {
  language: WordLanguage;
  units: readonly CutUnit[];
  keys: UnitKeys;
  /** Host and path of the address as words. */
  address: string;
  /** The words of the page's own name, each as its keys. */
  pageName: readonly (readonly string[])[];
}

/** Longer passages are read so far; chunks are a hundred times shorter. */
const LONGEST_PASSAGE = 200_000;
/** A search reads the same passages again in every iteration, as new objects. */
const MOST_REMEMBERED = 256;
const LONGEST_REMEMBERED = 3_000;
const known = new WeakMap<Evidence, CutPassage>();
const remembered = new Map<string, CutPassage>();

/** Cuts a passage into units, once per object and, while it is among those read last, once per text. */
export function cutPassage(evidence: Evidence): CutPassage {
  const before = known.get(evidence);
  if (before !== undefined) return before;
  const passage = evidence.content.length > LONGEST_REMEMBERED ? cut(evidence) : recall(evidence);
  known.set(evidence, passage);
  return passage;
}

function recall(evidence: Evidence): CutPassage {
  const id = `${evidence.language}\n${evidence.url}\n${evidence.content}`;
  const passage = remembered.get(id) ?? cut(evidence);
  // The one read last comes last.
  remembered.delete(id);
  remembered.set(id, passage);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size > MOST_REMEMBERED) remembered.delete(oldest);
  return passage;
}

function cut({ content: whole, url, language: tag }: Evidence): CutPassage {
  const content = whole.slice(0, LONGEST_PASSAGE);
  const language = languageOf(tag);
  const units = splitUnits(content).map(
    (unit) => new CutUnit(unit, content.slice(unit.start, unit.end), language),
  );
  const keys = new UnitKeys(
    units.map(({ unit: { header }, text }) =>
      // The names of the columns say what the cells of a row are.
      header === null ? text : `${content.slice(header.start, header.end)}\n${text}`,
    ),
    language,
  );
  return { language, units, keys, address: readableUrl(url), pageName: pageNameOf(url, language) };
}

function languageOf(language: string | null): WordLanguage {
  const short = language?.slice(0, 2).toLowerCase();
  return short === 'de' || short === 'es' || short === 'fr' ? short : 'en';
}
