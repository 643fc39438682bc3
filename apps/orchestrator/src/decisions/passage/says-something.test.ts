import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../../test/support/evidence-of.js';
import { analyseQuestion } from '../question/analyse-question.js';
import { extractAnswer } from '../write-answer/extract-answer.js';
import { readPassage } from './read-passage.js';
import { pointsElsewhere } from './says-something.js';

const unit = (text: string) => {
  const [found] = readPassage(evidenceOf(text)).units;
  if (found === undefined) throw new Error('nothing to read');
  return found;
};
const first = (question: string, content: string): string =>
  extractAnswer(question, [evidenceOf(content)])[0]?.text ?? '';

describe('what a unit states', () => {
  it.each([
    ['2024-05-01', false],
    ['12 January 2024', false],
    ['Child loggers', false],
    ["* `require('widget/ranges')`", false],
    ['* [Child loggers](/child.md)', false],
    ['Defaults to 4 seconds.', true],
    ['- `maxQueue`: 5', true],
  ])('%s: %s', (text, states) => {
    expect(unit(text).saysSomething).toBe(states);
  });

  it.each([
    ['+ [`widget-noir`](https://a.example/noir): hides sensitive information in logs.', true],
    ['See [the options](/api.md) for `hide` details.', true],
    ['Use the `hide` option, described in [the options](/api.md).', false],
  ])('%s points elsewhere: %s', (text, points) => {
    const { kind, text: said } = unit(text);
    expect(pointsElsewhere(kind, said)).toBe(points);
  });
});

describe('questions as they are typed', () => {
  it('takes the page about hiding before the link to another package', () => {
    const page = `# Redaction

To redact sensitive information in Widget logs, supply paths to keys that hold sensitive data using the \`redact\` option.

- [\`widget-noir\`](https://a.example/noir): redact sensitive information in Widget logs.
`;
    expect(first('How do I redact secrets in Widget logs?', page)).toMatch(/^To redact sensitive/u);
  });

  it('explains a code by its row, without the words "error code"', () => {
    const page = `# Problems

| code | status | means |
| --- | --- | --- |
| \`redis_unavailable\` | 503 | Redis is away; nothing was accepted |
| \`internal_error\` | 500 | an error of the server, its log has a code |
`;
    expect(first('What does the error code redis_unavailable mean?', page)).toContain('Redis is away');
  });

  it.each([
    ['How do I redact secrets in pino logs?', ['redact', 'secrets']],
    ['How do I store the cache in Redis?', ['cache', 'redis']],
    ['add a child logger in pino', ['add', 'child', 'logger']],
  ])('%s asks for %j', (question, words) => {
    const target = analyseQuestion(question).parts[0]?.target.map(({ word }) => word) ?? [];
    expect(target).toEqual(expect.arrayContaining(words));
    expect(target).not.toContain('pino');
  });

  it('asks nothing of particles', () => {
    const terms = analyseQuestion('Widget の default level は何ですか?').parts[0]?.focus ?? [];
    expect(terms.map(({ text }) => text)).toEqual(['Widget', 'default', 'level']);
  });
});
