import { conceptsOf, wordsOfConcept } from './concepts.js';
import { openingOf, type WordKeys, type WordLanguage, wordKeys } from './stem.js';
import { wordsOf } from './tokenise.js';

/** What a set of keys is asked. */
export type Keys = Pick<ReadonlySet<string>, 'has' | 'size'>;

const NONE: ReadonlySet<string> = new Set();
const LONGEST_PAIR = 15;
/**
 * Finds in texts the keys of `keySet` that somebody will ask for, and leaves the others away: a question asks for a few
 * dozen keys, and nearly all words of a passage have none of them.
 */
export class WantedKeys {
  private readonly wanted: ReadonlySet<string>;
  /** Words that, written apart, give a key that is wanted, by their opening. */
  private readonly pairs = new Map<number, string[]>();

  constructor(keys: Iterable<string>) {
    this.wanted = new Set(keys);
    for (const key of this.wanted) {
      this.addPair(key);
      // The plural has the concepts of its singular.
      if (key.startsWith('=')) for (const word of wordsOfConcept(key)) this.addPair(`${word}s`);
    }
  }

  private addPair(word: string): void {
    const opening = openingOf(word);
    const others = this.pairs.get(opening);
    if (others === undefined) this.pairs.set(opening, [word]);
    else others.push(word);
  }

  /** The wanted keys of all words of a text. */
  in(text: string, language: WordLanguage = 'en'): ReadonlySet<string> {
    const { wanted } = this;
    let found: Set<string> | null = null;
    let before: WordKeys | null = null;
    let length = 0;
    for (const word of wordsOf(text)) {
      const own = wordKeys(word, language);
      for (const key of own.keys) {
        if (!wanted.has(key)) continue;
        found ??= new Set();
        found.add(key);
      }
      if (before !== null && length > 2 && length + word.length < LONGEST_PAIR && this.opensPair(before)) {
        found = this.addKeysOfPair(before.joined + own.joined, found);
      }
      before = own;
      length = word.length;
    }
    return found ?? NONE;
  }

  /** Whether a word may give a wanted key together with the next one. */
  private opensPair({ joined, opening }: WordKeys): boolean {
    // So short a word may start any other.
    if (opening === -1) return true;
    return this.pairs.get(opening)?.some((pair) => pair.startsWith(joined)) ?? false;
  }

  private addKeysOfPair(pair: string, found: Set<string> | null): Set<string> | null {
    const keys = [pair, ...conceptsOf(pair)].filter((key) => this.wanted.has(key));
    return keys.length === 0 ? found : new Set([...(found ?? []), ...keys]);
  }
}

/** Every key that `coverTerm` may ask for on behalf of these terms. */
export function keysOfTerms(
  terms: readonly { keys: readonly string[]; related?: readonly string[]; parts?: readonly string[] }[],
): string[] {
  return terms.flatMap(({ keys, related = [], parts = [] }) => [...keys, ...related, ...parts]);
}
