import { keySet } from '../words/key-set.js';
import type { WordLanguage } from '../words/stem.js';
import type { WantedKeys } from '../words/wanted-keys.js';

/** By place among the units; undefined for a unit without any. */
export type KeysByUnit = readonly (ReadonlySet<string> | undefined)[];

/**
 * Finds the keys of questions in the units of one passage. For the first question the texts are searched; when a second
 * comes, others will, and it is listed which units hold which key.
 */
export class UnitKeys {
  private readonly found = new WeakMap<WantedKeys, KeysByUnit>();
  private isSearched = false;
  private unitsByKey: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(
    private readonly texts: readonly string[],
    private readonly language: WordLanguage,
  ) {}

  /** The keys that are wanted; all when it is not said which are. */
  of(wanted: WantedKeys | null): KeysByUnit {
    if (wanted === null) return this.texts.map((text) => keySet(text, this.language));
    const known = this.found.get(wanted);
    if (known !== undefined) return known;
    const keys = this.isSearched
      ? this.lookUp(wanted.wanted)
      : this.texts.map((text) => wanted.in(text, this.language));
    this.isSearched = true;
    this.found.set(wanted, keys);
    return keys;
  }

  private lookUp(wanted: ReadonlySet<string>): Set<string>[] {
    this.unitsByKey ??= this.listUnits();
    const keys: Set<string>[] = [];
    for (const key of wanted) {
      for (const unit of this.unitsByKey.get(key) ?? []) {
        const own = keys[unit];
        if (own === undefined) keys[unit] = new Set([key]);
        else own.add(key);
      }
    }
    return keys;
  }

  private listUnits(): Map<string, number[]> {
    const units = new Map<string, number[]>();
    for (const [unit, text] of this.texts.entries()) {
      for (const key of keySet(text, this.language)) {
        const own = units.get(key);
        if (own === undefined) units.set(key, [unit]);
        else own.push(unit);
      }
    }
    return units;
  }
}
