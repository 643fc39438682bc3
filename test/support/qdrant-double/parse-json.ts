import { malformed } from './refusal.js';

/** Parses a body; what is no JSON is refused with the place and the words of the real server's parser. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(firstFault(text));
  }
}

/** Walks the text as far as it is JSON. Columns count from 1; at the end of the text the column is its length. */
function firstFault(text: string): string {
  let at = 0;
  const line = () => `at line 1 column ${Math.min(at + 1, text.length)}`;
  const space = () => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const ended = (what: string) => (at >= text.length ? `EOF while parsing ${what} ${line()}` : null);

  const value = (): string | null => {
    space();
    const end = ended('a value');
    if (end) return end;
    if (text[at] === '[') return sequence(']', 'a list', value);
    if (text[at] === '{') return sequence('}', 'an object', member);
    if (text[at] === '"') return string();
    const scalar = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/.exec(text.slice(at));
    if (!scalar) return `expected value ${line()}`;
    at += scalar[0].length;
    return null;
  };
  const string = (): string | null => {
    const found = /^"(?:[^"\\]|\\.)*"/.exec(text.slice(at));
    if (!found) {
      at = text.length;
      return `EOF while parsing a string ${line()}`;
    }
    at += found[0].length;
    return null;
  };
  const member = (): string | null => {
    space();
    if (text[at] !== '"') return ended('an object') ?? `key must be a string ${line()}`;
    const fault = string();
    if (fault) return fault;
    space();
    if (text[at] !== ':') return ended('an object') ?? `expected \`:\` ${line()}`;
    at += 1;
    return value();
  };
  const sequence = (close: string, what: string, item: () => string | null): string | null => {
    at += 1;
    space();
    if (text[at] === close) {
      at += 1;
      return null;
    }
    for (;;) {
      const fault = ended(what) ?? item();
      if (fault) return fault;
      space();
      if (text[at] === close) {
        at += 1;
        return null;
      }
      if (text[at] !== ',') return ended(what) ?? `expected \`,\` or \`${close}\` ${line()}`;
      at += 1;
      space();
    }
  };

  const fault = value();
  space();
  return fault ?? `trailing characters ${line()}`;
}
