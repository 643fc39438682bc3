import { describe, expect, it } from 'vitest';
import { conceptsOf } from './concepts.js';
import { rewritePhrases } from './phrases.js';
import { keysOf, stem } from './stem.js';
import { looksLikeCode, partsOf, tokenise } from './tokenise.js';

describe('tokenise', () => {
  it.each([
    ['keep-alive is on', ['keep-alive', 'is', 'on']],
    ['HTTP/2, std.querysort()', ['HTTP/2', 'std.querysort']],
    ['うるう秒 smear', ['うる', 'るう', 'う秒', 'smear']],
    ['', []],
    ['… — !', []],
  ])('%j', (text, words) => {
    expect(tokenise(text).map((token) => token.text)).toEqual(words);
  });

  it('gives offsets that cut the word out, past emoji and lone surrogates', () => {
    const text = '🎉 a \ud800 größe 漢字テスト';
    for (const token of tokenise(text)) expect(text.slice(token.start, token.end)).toBe(token.text);
  });

  it('leaves out data that no one asks for', () => {
    expect(tokenise(`key ${'a1'.repeat(500)} end`).map((token) => token.text)).toEqual(['key', 'end']);
  });
});

describe('parts and stems', () => {
  it.each([
    ['maxRetriesPerRequest', ['max', 'retries', 'per', 'request']],
    ['query_cache_size', ['query', 'cache', 'size']],
    ['RESP3', ['resp', '3']],
    ['HTTPServer', ['http', 'server']],
    ['plain', []],
  ])('%s', (word, parts) => {
    expect(partsOf(word)).toEqual(parts);
  });

  it('brings British and American spelling, plural and tense together', () => {
    expect(stem('normalises')).toBe(stem('normalize'));
    expect(stem('colours')).toBe(stem('colors'));
    expect(stem('retries')).toBe(stem('retry'));
  });

  it('finds an option by the words of a question', () => {
    expect(keysOf('bodyTimeout')).toEqual(
      expect.arrayContaining([stem('body'), stem('timeout'), 'bodytimeout']),
    );
  });

  it('knows code when it sees it', () => {
    expect(['fooBar', 'foo_bar', 'a.b', '$x'].map(looksLikeCode)).toEqual([true, true, true, true]);
    expect(['Redis', 'timeout', 'e.g'].map(looksLikeCode)).toEqual([false, false, false]);
  });
});

it('rewrites turns of phrase into the words of documentation', () => {
  expect(rewritePhrases('How do I turn off the log?')).toBe('How do I disable the log?');
  expect(rewritePhrases('what is it unless I set it')).toContain('by default');
  expect(conceptsOf('largest')).toEqual(conceptsOf('max'));
  expect(conceptsOf('factor').length).toBeGreaterThan(1);
  expect(conceptsOf('banana')).toEqual([]);
});
