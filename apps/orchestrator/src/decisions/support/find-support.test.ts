import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../../test/support/evidence-of.js';
import { extractAnswer } from '../write-answer/extract-answer.js';
import { statesDefault } from './default-statement.js';

const first = (question: string, content: string): string =>
  extractAnswer(question, [evidenceOf(content)])[0]?.text ?? '';

describe('the unit that is about the thing asked for', () => {
  const options = `# Widget options

- **keepAliveMaxTimeout** \`number\` - Default: \`600e3\` - The largest \`keepAliveTimeout\` that Widget accepts.
- **keepAliveTimeout** \`number\` - Default: \`4e3\` - How long Widget keeps an idle socket.
- **keepAliveTimeoutThreshold** \`number\` - Default: \`2e3\` - Taken off the hint of the server.
`;

  it.each([
    ['keepAliveTimeout', '4e3'],
    ['keepAliveMaxTimeout', '600e3'],
    ['keepAliveTimeoutThreshold', '2e3'],
  ])('%s is not the option whose name contains it', (name, value) => {
    expect(first(`What is the default ${name} of Widget?`, options)).toContain(value);
  });

  it('reads a value out of the column of defaults', () => {
    const table = `# Widget options

| Option | Type | Default | Description |
| --- | --- | --- | --- |
| \`maxLength\` | number | \`65536\` | Longest input that Widget takes. |
| \`maxDepth\` | number | \`12\` | Deepest nesting that Widget takes. |
`;
    expect(first('What is the default maxDepth in Widget?', table)).toContain('Default: `12`');
  });

  it('keeps the name of a long item with the sentence that states its default', () => {
    const item = `# Widget options

- \`maxQueue\`: (number) The largest number of tasks that may wait in Widget for a free thread. It counts tasks that
  were added and have not begun, whatever added them, and leaves out those that run. Once there are so many, adding
  another one throws an error and the task is lost to Widget. By default, there is no limit. Choose a square number.
- \`minQueue\`: (number) The fewest tasks that Widget keeps. By default, there are \`3\`.
`;
    const text = first('What is the default maxQueue in Widget?', item);
    expect(text).toContain('maxQueue');
    expect(text).toContain('no limit');
  });
});

describe('statesDefault', () => {
  it.each([
    ['The default used to be 500.', 0],
    ['Default: `5`', 1],
    ['The default value is 3.', 1],
    ['time (milliseconds) @default 500', 1],
    ['It is on by default.', 0.9],
    ['The timeout in milliseconds.', 0],
  ])('%s', (text, score) => {
    expect(statesDefault(text, null)).toBe(score);
  });

  it('takes a cell of the column of defaults, unless it is empty', () => {
    expect(statesDefault('| a | 5 |', '5')).toBe(1);
    expect(statesDefault('| a | - |', '-')).toBe(0);
  });
});
