import { conceptsOf, wordsOfConcept } from './concepts.js';
import { type WordLanguage, wordKeys } from './stem.js';
import { wordsOf } from './tokenise.js';

/** What a set of keys is asked. */
export type Keys = Pick<ReadonlySet<string>, 'has' | 'size'>;

/** What a word of a text gives to a question, worked out when it is met first. */
interface Met {
  /** Its keys that are wanted. */
  keys: readonly string[];
  /** Letters and digits in lower case. */
  joined: string;
  /** With a word behind it, it may give a key that is wanted. */
  opensPair: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const LONGEST_PAIR = 15;
/** Different words that are remembered; a question reads a few passages. */
const MOST_WORDS = 20_000;

/**
 * Finds in texts the keys of `keySet` that somebody will ask for, and leaves the others away: a question asks for a few
 * dozen keys, and nearly all words of a passage have none of them.
 */
export class WantedKeys {
  private readonly wanted: ReadonlySet<string>;
  private readonly met = new Map<WordLanguage, Map<string, Met>>();
  /** Words that, written apart, give a key that is wanted, by their first letter. */
  private readonly pairs = new Map<string, string[]>();

  constructor(keys: Iterable<string>) {
    this.wanted = new Set(keys);
    for (const key of this.wanted) {
      this.addPair(key);
      // The plural has the concepts of its singular.
      if (key.startsWith('=')) for (const word of wordsOfConcept(key)) this.addPair(`${word}s`);
    }
  }

  private addPair(word: string): void {
    const first = word.slice(0, 1);
    const others = this.pairs.get(first);
    if (others === undefined) this.pairs.set(first, [word]);
    else others.push(word);
  }

  /** The wanted keys of all words of a text. */
  in(text: string, language: WordLanguage = 'en'): ReadonlySet<string> {
    let found: Set<string> | null = null;
    const known = this.wordsOf(language);
    let before: Met | null = null;
    let length = 0;
    for (const word of wordsOf(text)) {
      const met = known.get(word) ?? this.meet(word, language, known);
      if (met.keys.length > 0) {
        found ??= new Set();
        for (const key of met.keys) found.add(key);
      }
      if (before?.opensPair === true && length > 2 && length + word.length < LONGEST_PAIR) {
        const pair = before.joined + met.joined;
        if (this.wanted.has(pair)) found = (found ?? new Set()).add(pair);
        for (const concept of conceptsOf(pair))
          if (this.wanted.has(concept)) found = (found ?? new Set()).add(concept);
      }
      before = met;
      length = word.length;
    }
    return found ?? NONE;
  }

  private wordsOf(language: WordLanguage): Map<string, Met> {
    const known = this.met.get(language);
    if (known !== undefined && known.size < MOST_WORDS) return known;
    const made = new Map<string, Met>();
    this.met.set(language, made);
    return made;
  }

  private meet(word: string, language: WordLanguage, known: Map<string, Met>): Met {
    const { keys, joined } = wordKeys(word, language);
    const wanted = keys.filter((key) => this.wanted.has(key));
    const opensPair =
      joined === '' || (this.pairs.get(joined.slice(0, 1))?.some((pair) => pair.startsWith(joined)) ?? false);
    const met = { keys: wanted, joined, opensPair };
    known.set(word, met);
    return met;
  }
}

/** Every key that `coverTerm` may ask for on behalf of these terms. */
export function keysOfTerms(
  terms: readonly { keys: readonly string[]; related?: readonly string[]; parts?: readonly string[] }[],
): string[] {
  return terms.flatMap(({ keys, related = [], parts = [] }) => [...keys, ...related, ...parts]);
}
