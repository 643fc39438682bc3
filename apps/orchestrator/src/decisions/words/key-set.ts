import { conceptsOf } from './concepts.js';
import { type WordLanguage, wordKeys } from './stem.js';
import { wordsOf } from './tokenise.js';

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
