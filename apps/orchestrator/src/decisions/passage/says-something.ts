import { wordsOf } from '../words/tokenise.js';
import { readableText } from './readable-text.js';
import type { Unit } from './split-units.js';

const BARE_DATE = /^[\s\d.,:/TZ+-]+$|^(?:\d{1,2}\.? )?\p{Lu}\p{Ll}{2,8} (?:\d{1,2}, )?\d{4}$/u;
/** One name in code and nothing said of it. */
const BARE_NAME = /^`[^`\s:=]+`$/u;
const LEAST_WORDS = 3;
/** Nothing so long is a date, a name or a link alone. */
const LONG = 200;

/** Whether the text of a unit states anything: a date, a name or a link alone does not, whatever it is about. */
export function statesAnything(kind: Unit['kind'], markdown: string): boolean {
  if (kind !== 'sentence' && kind !== 'item') return true;
  if (markdown.length > LONG) return true;
  const text = readableText(markdown);
  if (BARE_DATE.test(text) || BARE_NAME.test(text)) return false;
  return /[`=]/u.test(text) || wordsOf(text).length >= LEAST_WORDS;
}

const LINK_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\*\*)?!?\[[^\]]{1,200}\]\([^)]{1,1000}\)/u;
const REFERS =
  /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+|>\s*)?(?:please )?(?:see|refer to|read|check out|for (?:more|further|details|a|an|the)\b[^.]{0,80}\b(?:see|refer to|read)|more (?:information|details))\b/iu;

/** Whether a unit only points to another page or thing: an entry of a list of links, "see …". */
export function pointsElsewhere(kind: Unit['kind'], text: string): boolean {
  if (kind !== 'sentence' && kind !== 'item' && kind !== 'field') return false;
  return LINK_ITEM.test(text) || (REFERS.test(text) && /\]\(|\]\[|https?:/u.test(text));
}
