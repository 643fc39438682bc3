import { conceptsOf, wordsOfConcept } from './concepts.js';
import { scanWords } from './scan-words.js';
import { openingOf, type WordLanguage, wordKeys } from './stem.js';
import { wordsOf } from './tokenise.js';
import { WordBeginnings } from './word-beginnings.js';

/** What a set of keys is asked. */
export type Keys = Pick<ReadonlySet<string>, 'has' | 'size'>;

const NONE: ReadonlySet<string> = new Set();
const LONGEST_PAIR = 15;
/** A question is remembered with its words, so they are not let grow. */
const MOST_WORDS = 2_000;
const NOT_ASCII = /[\u0080-\uffff]/;

/** What a word gives to a question. */
interface WantedWord {
  keys: readonly string[];
  joined: string;
  length: number;
  /** Together with the next word it may give a wanted key. */
  opensPair: boolean;
}

/**
 * Finds in texts the keys of `keySet` that somebody will ask for, and leaves the others away: a question asks for a few
 * dozen keys, and nearly all words of a passage have none of them.
 */
export class WantedKeys {
  readonly wanted: ReadonlySet<string>;
  /** Words that give a key that is wanted, by their opening; they may be written apart. */
  private readonly openings = new Map<number, string[]>();
  private readonly beginnings = new WordBeginnings();
  /** What was read before: most words of a passage stand in the others too. */
  private readonly words: Record<WordLanguage, Map<string, WantedWord>> = {
    en: new Map(),
    de: new Map(),
    es: new Map(),
    fr: new Map(),
  };

  constructor(keys: Iterable<string>) {
    this.wanted = new Set(keys);
    for (const key of this.wanted) {
      this.addWord(key);
      // The plural has the concepts of its singular.
      if (key.startsWith('=')) for (const word of wordsOfConcept(key)) this.addWord(`${word}s`);
    }
  }

  private addWord(word: string): void {
    this.beginnings.add(word);
    const opening = openingOf(word);
    const others = this.openings.get(opening);
    if (others === undefined) this.openings.set(opening, [word]);
    else others.push(word);
  }

  /** The wanted keys of all words of a text. */
  in(text: string, language: WordLanguage = 'en'): ReadonlySet<string> {
    let found: Set<string> | null = null;
    let before: WantedWord | null = null;
    this.eachWord(text, language, (word) => {
      const own = this.read(word, language);
      if (own.keys.length > 0) found = union(found, own.keys);
      if (before !== null && before.length + word.length < LONGEST_PAIR) {
        const keys = this.keysOfPair(before.joined + own.joined);
        if (keys.length > 0) found = union(found, keys);
      }
      before = own.opensPair ? own : null;
      return own.opensPair;
    });
    return found ?? NONE;
  }

  /** Gives all words of a text but those that begin as none does that gives a key; after true the next in any case. */
  private eachWord(text: string, language: WordLanguage, take: (word: string) => boolean): void {
    // How the stems of other languages begin is not known.
    if (language === 'en' && !NOT_ASCII.test(text)) scanWords(text, this.beginnings.mayGive, take);
    else for (const word of wordsOf(text)) take(word);
  }

  private read(word: string, language: WordLanguage): WantedWord {
    const words = this.words[language];
    const known = words.get(word);
    if (known !== undefined) return known;
    const { keys, joined, opening } = wordKeys(word, language);
    const made = {
      keys: keys.filter((key) => this.wanted.has(key)),
      joined,
      length: word.length,
      opensPair: word.length > 2 && this.opensPair(joined, opening),
    };
    if (words.size >= MOST_WORDS) words.clear();
    words.set(word, made);
    return made;
  }

  /** Whether a word may give a wanted key together with the next one. */
  private opensPair(joined: string, opening: number): boolean {
    // So short a word may start any other.
    if (opening === -1) return true;
    return this.openings.get(opening)?.some((word) => word.startsWith(joined)) ?? false;
  }

  private keysOfPair(pair: string): string[] {
    return [pair, ...conceptsOf(pair)].filter((key) => this.wanted.has(key));
  }
}

function union(found: Set<string> | null, keys: readonly string[]): Set<string> {
  const all = found ?? new Set();
  for (const key of keys) all.add(key);
  return all;
}

/** Every key that `coverTerm` may ask for on behalf of these terms. */
export function keysOfTerms(
  terms: readonly { keys: readonly string[]; related?: readonly string[]; parts?: readonly string[] }[],
): string[] {
  return terms.flatMap(({ keys, related = [], parts = [] }) => [...keys, ...related, ...parts]);
}
