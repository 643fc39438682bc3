const VALUE =
  '(?:\\d|[`\'"“‘][^`\'"”’\\n]{1,60}[`\'"”’]|(?:true|false|null|undefined|none|no|infinity|unlimited|immediate\\w*|empty|one|two|three|four|five|six|ten|half)\\b|[a-z_$][\\w$]*(?:\\.[\\w$]+)+|[a-z]+_[a-z_]+\\b)';
const LINK = '(?:(?:value|to|is|are|of|limit|setting|for \\w+)\\s*[:*_]{0,3}\\s*){0,4}';
/** "default: 5", "defaults to `x`", "@default 500", "the default value of this is 3". */
const SAYS = new RegExp(`\\bdefaults?\\b[\\s*_:=()\`@–—-]{0,6}${LINK}[^.;\\n|]{0,30}?${VALUE}`, 'iu');
const LEFT_OUT =
  /\bunless\b|\bif (?:not|un)(?: \w+)? (?:set|specified|given|provided)|\bif omitted\b|\botherwise\b/iu;

/** What the default was, or nearly became, does not hold. */
const NOT_ANY_MORE =
  /\b(?:used to be|previously|formerly|was (?:initially|originally)|were (?:initially|originally)|in older versions)\b/iu;

/** 0–1: how surely a text states what holds by default. `cell` is the value in the column of defaults, when there is one. */
export function statesDefault(text: string, cell: string | null): number {
  if (cell !== null && cell.replace(/[\s`*-]/gu, '') !== '') return 1;
  if (NOT_ANY_MORE.test(text)) return 0;
  if (/\bdefaults?\b/iu.test(text)) {
    if (SAYS.test(text)) return 1;
    return /\bby default\b/iu.test(text) ? 0.9 : 0.5;
  }
  return LEFT_OUT.test(text) ? 0.6 : 0;
}
