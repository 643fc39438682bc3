import { describe, expect, it } from 'vitest';
import { analyseQuestion } from '../question/analyse-question.js';
import { keySet } from './key-set.js';
import { keysOfTerms, WantedKeys } from './wanted-keys.js';

const texts = [
  'The keepAliveTimeout option (default: 5000 ms) sets how long the server waits. Time outs are logged.',
  'Web sockets, web-socket, `time_out`, HTTP/2 and sign in; log ins fail. _ time _ out',
  '接続のタイムアウト time out は 5 秒です',
  'Retries: retry, retried, re try; back end back-ends, file names and filename',
  'Using it while dying; skies, flying, icing, added, being, gone, idly, ties, oing, colours, analyses, outs',
  '',
];

describe('WantedKeys', () => {
  it.each([
    'What is the default keepAliveTimeout of the HTTP server?',
    'How long does a websocket wait before it times out?',
    'How do I retry a login?',
    'Which filename does the backend use?',
    'タイムアウトは何秒ですか',
    'May I use it if I die, be in the sky, fly, ice and add?',
    'Does C tie the colour and analysis of an idle o?',
  ])('finds the keys of all keys that %j asks for', (question) => {
    const { parts } = analyseQuestion(question);
    const asked = new Set(
      parts.flatMap(({ focus, target }) => [...keysOfTerms(focus), ...keysOfTerms(target)]),
    );
    const wanted = new WantedKeys(asked);
    for (const text of texts) {
      const expected = [...keySet(text)].filter((key) => asked.has(key)).sort();
      expect([...wanted.in(text)].sort()).toEqual(expected);
      // A second reading goes by what was learnt from the first.
      expect([...wanted.in(text)].sort()).toEqual(expected);
    }
  });

  it('finds keys that only two words together give', () => {
    expect([...new WantedKeys(['timeout']).in('a time out')]).toEqual(['timeout']);
    expect([...new WantedKeys(['timeout']).in('the time')]).toEqual([]);
  });
});
