import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../../test/support/evidence-of.js';
import { assembleAnswer } from './assemble-answer.js';
import { checkSupport, numbersOf } from './check-support.js';
import { locateQuote } from './locate-quote.js';
import { verifyCitations } from './verify-citations.js';

describe('locateQuote', () => {
  it.each([
    ['verbatim', 'The limit is 30 s.', 'limit is 30 s', 'limit is 30 s'],
    ['other white space', 'The  limit\nis 30 s.', 'The limit is 30 s.', 'The  limit\nis 30 s.'],
    ['without marks', 'Set `maxWait` to **30**.', 'Set maxWait to 30.', 'Set `maxWait` to **30**.'],
    ['other quotation marks', 'the “big” one', 'the "big" one', 'the “big” one'],
    ['emoji', '🎉 party 🎉 time', 'party 🎉', 'party 🎉'],
    ['a letter that grows when lowered', 'İx *limit* is 5', 'LIMIT is 5', 'limit* is 5'],
  ])('%s', (_, content, quote, found) => {
    const place = locateQuote(content, quote);
    expect(place === null ? null : content.slice(place.start, place.end)).toBe(found);
  });

  it.each([
    ['another number', 'The limit is 30 s.', 'The limit is 40 s.'],
    ['words left out', 'The limit is not 30 s.', 'The limit is 30 s.'],
    ['nothing', 'text', '   '],
    ['marks only', 'text', '***'],
    ['too short', 'text', '`t`'],
  ])('not: %s', (_, content, quote) => {
    expect(locateQuote(content, quote)).toBeNull();
  });
});

describe('checkSupport', () => {
  const check = (sentence: string, quote: string, title = 'Widget') =>
    checkSupport(sentence, [{ quote, source: evidenceOf(quote, { title }) }]);

  it.each([
    ['The limit is 1000 ms.', 'The limit is 1,000 milliseconds'],
    ['It retries twice? No: 2 times.', 'it retries two times and no more'],
    ['Widget waits 4000 ms.', 'waits `4e3` milliseconds by default'],
    ['The option is maxWait.', 'Use `maxWait` as the option'],
    ['It does not close.', 'it will never close by itself'],
    ['Das Limit ist 30 Sekunden.', 'The limit is 30 seconds'],
  ])('supported: %s', (sentence, quote) => {
    expect(check(sentence, quote)).toBeNull();
  });

  it.each([
    ['The limit is 40 ms.', 'The limit is 30 ms', 'number'],
    ['The limit is 30 minutes.', 'The limit is 30 seconds', 'unit'],
    ['Set maxDelay to wait.', 'Set maxWait to wait', 'name'],
    ['As Kubernetes says, pods wait.', 'as the guide says, pods wait', 'name'],
    ['Version 3.11 waits.', 'Version 3.12 waits', 'number'],
    ['The pool is not closed.', 'The pool is closed', 'negation'],
    ['The pool is closed.', 'The pool is never closed', 'negation'],
    ['Bananas grow slowly in shade.', 'the pool closes sockets after use', 'words'],
    ['Released in 2024.', 'Released in 2023', 'number'],
  ])('unsupported: %s', (sentence, quote, reason) => {
    expect(check(sentence, quote)).toBe(reason);
  });

  it('takes the name of the page as said', () => {
    expect(check('In Widget the limit is 5.', 'the limit is 5', 'Widget')).toBeNull();
  });

  it('writes numbers in one form', () => {
    expect([...numbersOf('1_000 and 2,000.50 and 3:4')]).toEqual(['1000', '2000.5', '3:4']);
  });
});

describe('verifyCitations', () => {
  const evidence = [
    evidenceOf('The limit is 30 s. It never grows.'),
    evidenceOf('Other text.', { chunk_id: 'c2' }),
  ];

  it('keeps what the passages say and drops the rest', () => {
    const verified = verifyCitations(
      [
        { text: 'The limit is 30 s.', citations: [{ chunk_id: 'c1', quote: 'limit is 30 s' }] },
        { text: 'The limit is 30 s.', citations: [{ chunk_id: 'c9', quote: 'limit is 30 s' }] },
        { text: 'The limit is 30 s.', citations: [{ chunk_id: 'c2', quote: 'limit is 30 s' }] },
        { text: 'The limit is 30 s.', citations: [] },
        { text: 'The limit is 90 s.', citations: [{ chunk_id: 'c1', quote: 'limit is 30 s' }] },
        { text: '  ', citations: [] },
      ],
      evidence,
    );
    expect(verified.sentences).toHaveLength(1);
    expect(verified.dropped.map((one) => one.reason)).toEqual(['no_quote', 'no_quote', 'no_quote', 'number']);
  });

  it('drops marks that the writer set itself', () => {
    const verified = verifyCitations(
      [{ text: 'The limit is 30 s [7].', citations: [{ chunk_id: 'c1', quote: 'limit is 30 s' }] }],
      evidence,
    );
    expect(verified.sentences[0]?.text).toBe('The limit is 30 s.');
  });
});

describe('assembleAnswer', () => {
  const first = evidenceOf('A is 1. B is 2.', { published_at: '2025-01-01' });
  const second = evidenceOf('C:\n```js\nrun()\n```', { chunk_id: 'c2', published_at: 'soon' });

  it('numbers citations in the order of the text, and the same words once', () => {
    const { answer, counts } = assembleAnswer(
      verifyCitations(
        [
          { text: 'B is 2.', citations: [{ chunk_id: 'c1', quote: 'B is 2.' }] },
          {
            text: 'A is 1.',
            citations: [
              { chunk_id: 'c1', quote: 'A is 1.' },
              { chunk_id: 'c1', quote: 'B is 2.' },
            ],
          },
          { text: 'C:\n```js\nrun()\n```', citations: [{ chunk_id: 'c2', quote: 'C:\n```js\nrun()\n```' }] },
        ],
        [first, second],
      ),
    );
    expect(answer.text).toBe('B is 2. [1] A is 1. [2][1]\n\nC: [3]\n\n```js\nrun()\n```');
    expect(answer.as_of).toBe('2025-01-01');
    expect(counts).toEqual({ sentences: 3, citations: 3, citations_verified: 3, dropped: 0, found: true });
    for (const citation of answer.citations) {
      const source = [first, second].find((item) => item.chunk_id === citation.chunk_id);
      expect(source?.content.slice(citation.start, citation.end)).toBe(citation.quote);
    }
  });

  it('has no text without a sentence', () => {
    const { answer, counts } = assembleAnswer({ sentences: [], dropped: [{ text: 'x', reason: 'number' }] });
    expect(answer).toEqual({ found: false, text: null, as_of: null, citations: [] });
    expect(counts).toMatchObject({ dropped: 1, found: false });
  });
});
