import { describe, expect, it } from 'vitest';
import { scanWords } from './scan-words.js';
import { wordsOf } from './tokenise.js';

const texts = [
  'The keepAliveTimeout option (default: 5000 ms) is set in `server.timeout`.',
  "a.b..c d- -e f--g https://host:80/path#part i.e. it's \"quoted\" 'single'",
  "$ _ $x _y A I b Cd EF gH 1st 3.14 v1.2.3-rc.1 C++ C# c# ./a /b: 'tis",
  'end.',
  `${'x'.repeat(81)} short ${'a1'.repeat(60)} ${'y'.repeat(80)}`,
  '| cell | `--flag` | \t\r\n tab\fvertical\u000b',
  '',
  '.',
];

/** The words that are taken when those with the given openings matter. */
function taken(text: string, matters: (opening: string) => boolean, wantsNext: (word: string) => boolean) {
  const words: string[] = [];
  scanWords(
    text,
    (...letters) => matters(String.fromCharCode(...letters)),
    (word) => {
      words.push(word);
      return wantsNext(word);
    },
  );
  return words;
}
const always = (): boolean => true;
const never = (): boolean => false;

describe('scanWords', () => {
  it.each(texts)('gives the words that `wordsOf` gives: %j', (text) => {
    expect(taken(text, always, never)).toEqual(wordsOf(text));
    expect(taken(text, never, always).length).toBeLessThanOrEqual(wordsOf(text).length);
  });

  it.each(texts)('leaves out plain words alone: %j', (text) => {
    expect(taken(text, never, never)).toEqual(wordsOf(text).filter((word) => !/^[A-Z]?[a-z]+$/.test(word)));
  });

  it('asks for the first three letters and gives the word behind one that wants it', () => {
    const asked: string[] = [];
    const matters = (opening: string): boolean => {
      asked.push(opening);
      return opening === 'tim';
    };
    expect(taken('Some time out of it', matters, (word) => word === 'time')).toEqual(['time', 'out']);
    expect(asked).toEqual(['som', 'tim', 'of\0', 'it\0']);
  });
});
