import type { FocusTerm } from '../question/question.js';
import type { Keys } from '../words/wanted-keys.js';
import { coverTerm } from './cover-term.js';

/** How far sets of keys hold the terms of a part: asked of the same sets for many units, worked out once for each. */
export class TermCover {
  private readonly known = new Map<Keys, readonly number[]>();

  constructor(private readonly terms: readonly FocusTerm[]) {}

  /** What `coverTerm` gives, by place among the terms. */
  of(keys: Keys): readonly number[] {
    const known = this.known.get(keys);
    if (known !== undefined) return known;
    const shares = this.terms.map((term) => coverTerm(term, keys));
    this.known.set(keys, shares);
    return shares;
  }
}

/** Raises each value to that of a place for words, if that with its weight is higher. */
export function raiseTo(values: number[], shares: readonly number[], weight: number): void {
  for (let at = 0; at < values.length; at += 1) {
    values[at] = Math.max(values[at] ?? 0, (shares[at] ?? 0) * weight);
  }
}
