import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../../test/support/evidence-of.js';
import { cutPassage } from './cut-passage.js';

const text = '# Widget\n\nThe `depth` is 5. It was 4.';
const page = { title: 'Widget', url: 'https://a.example/widget' };

describe('cutPassage', () => {
  it('cuts the same text of the same page once, however many objects hold it', () => {
    const first = cutPassage(evidenceOf(text, page));
    expect(cutPassage(evidenceOf(text, page))).toBe(first);
    expect(cutPassage({ ...evidenceOf(text, page), title: 'Another title' })).toBe(first);
  });

  it.each([
    ['page', { url: 'https://a.example/gadget' }],
    ['language', { language: 'de' }],
    ['text', { content: `${text} ` }],
  ])('takes another %s for another passage', (_, other) => {
    const first = cutPassage(evidenceOf(text, page));
    expect(cutPassage({ ...evidenceOf(text, page), ...other })).not.toBe(first);
  });

  it('remembers no long text once its object is gone', () => {
    const long = evidenceOf(`${text} ${'More of it. '.repeat(300)}`, page);
    expect(cutPassage(long)).toBe(cutPassage(long));
    expect(cutPassage({ ...long })).not.toBe(cutPassage(long));
  });

  it('forgets what was not read for long', () => {
    const first = cutPassage(evidenceOf(text, page));
    for (let other = 0; other < 300; other += 1) cutPassage(evidenceOf(`${text} ${other}`, page));
    expect(cutPassage(evidenceOf(text, page))).not.toBe(first);
  });
});
