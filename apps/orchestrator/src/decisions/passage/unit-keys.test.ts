import { describe, expect, it } from 'vitest';
import { keySet } from '../words/key-set.js';
import { WantedKeys } from '../words/wanted-keys.js';
import { UnitKeys } from './unit-keys.js';

const texts = ['The time out is 5 s.', '', 'Retries wait for the timeout.', '接続 größe'];
const questions = [['timeout', 'retri'], ['timeout', '=retry', '接続'], ['größ', 'wait'], ['absent']].map(
  (keys) => new WantedKeys(keys),
);

describe('UnitKeys', () => {
  it('finds what a question wants, by its texts and then by its list', () => {
    const units = new UnitKeys(texts, 'en');
    for (const wanted of [...questions, ...questions]) {
      const found = units.of(wanted);
      for (const [at, text] of texts.entries()) {
        const expected = [...keySet(text)].filter((key) => wanted.wanted.has(key)).sort();
        expect([...(found[at] ?? [])].sort()).toEqual(expected);
      }
    }
  });

  it('gives every key when it is not said which are wanted', () => {
    expect(new UnitKeys(texts, 'en').of(null)).toEqual(texts.map((text) => keySet(text)));
  });
});
