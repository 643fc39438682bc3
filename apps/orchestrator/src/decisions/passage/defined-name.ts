import { keysOf, type WordLanguage } from '../words/stem.js';
import { joined, looksLikeCode, partsOf, tokenise } from '../words/tokenise.js';
import type { Unit } from './split-units.js';

/** The name that a unit defines. It is looked for when it is asked for: of most units it never is. */
export class DefinedName {
  private name: string | null = null;
  private nameWords: readonly (readonly string[])[] | null = null;
  private nameIdentifiers: readonly string[] | null = null;

  constructor(
    private readonly kind: Unit['kind'],
    private readonly text: string,
    private readonly language: WordLanguage,
  ) {}

  /** Its words, each as its keys. */
  get words(): readonly (readonly string[])[] {
    this.nameWords ??= definedWords(this.whole(), this.language);
    return this.nameWords;
  }

  /** Its identifiers, as `joined` writes them. */
  get identifiers(): readonly string[] {
    this.nameIdentifiers ??= wholeNames(this.whole());
    return this.nameIdentifiers;
  }

  private whole(): string {
    this.name ??= definedName(this.kind, this.text);
    return this.name;
  }
}

const LEADING_NAME = /^\s*(?:[-*+•]|\d{1,3}[.)])?\s*(?:\*\*|__|`|_|\*)+([^`*\n]{2,60})/u;
const TYPE_WORD =
  /^(?:string|number|boolean|object|function|array|optional|type|default|default value|void|null|integer|int|word|binary|bool|float|size|severity|yes|no|none|\d+)$/iu;

/** The name that a unit defines: its first words in code or bold, its first cell, its heading. */
function definedName(kind: Unit['kind'], text: string): string {
  const name =
    kind === 'row'
      ? (text.split('|')[1] ?? '')
      : (LEADING_NAME.exec(text)?.[1] ?? (kind === 'heading' ? text : ''));
  if (name === '') return '';
  return TYPE_WORD.test(name.replace(/[`*\s]/gu, '')) ? '' : name.slice(0, 120);
}

/** Identifiers of a defined name: `--flag, -f`, `options.align` (also `align`), `close()`; none of a name of several words. */
function wholeNames(name: string): string[] {
  if (name === '') return [];
  const found =
    name.replace(/\([^)]*\)?|<[^>]*>|\[[^\]]*\]?/gu, ' ').match(/[\p{L}\p{N}_$-][\w$.-]*/gu) ?? [];
  const words = found.filter((word) => !TYPE_WORD.test(word) && /[\p{L}]/u.test(word));
  const inCode = words.some((word) => looksLikeCode(word) || word.startsWith('-'));
  if (words.length > 3 || (words.length > 1 && !inCode)) return [];
  return words.flatMap((word) => {
    const whole = joined(word);
    const last = joined(word.split('.').pop() ?? '');
    return last === whole ? [whole] : [whole, last];
  });
}

/** The words of a defined name, each as its keys; type words ("String", "optional") are not part of it. */
function definedWords(name: string, language: WordLanguage): (readonly string[])[] {
  if (name === '') return [];
  return tokenise(name)
    .filter((token) => !TYPE_WORD.test(token.text))
    .flatMap((token) => (partsOf(token.text).length > 0 ? partsOf(token.text) : [token.text]))
    .slice(0, 8)
    .map((word) => keysOf(word, language));
}
