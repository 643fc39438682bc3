import type { ReadUnit } from '../passage/read-passage.js';
import { readableText } from '../passage/readable-text.js';
import { wordsOf } from '../words/tokenise.js';

const BARE_DATE = /^[\s\d.,:/TZ+-]+$|^(?:\d{1,2}\.? )?\p{Lu}\p{Ll}{2,8} (?:\d{1,2}, )?\d{4}$/u;
/** One name in code and nothing said of it. */
const BARE_NAME = /^`[^`\s:=]+`$/u;
const LEAST_WORDS = 3;

/** Whether a unit states anything: a date, a name or a link alone does not, whatever it is about. */
export function saysSomething(unit: ReadUnit): boolean {
  if (unit.kind !== 'sentence' && unit.kind !== 'item') return true;
  if (unit.end - unit.start > 200) return true;
  const text = readableText(unit.text);
  if (BARE_DATE.test(text) || BARE_NAME.test(text)) return false;
  return /[`=]/u.test(text) || wordsOf(text).length >= LEAST_WORDS;
}

const LINK_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\*\*)?!?\[[^\]]{1,200}\]\([^)]{1,1000}\)/u;
const REFERS =
  /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+|>\s*)?(?:please )?(?:see|refer to|read|check out|for (?:more|further|details|a|an|the)\b[^.]{0,80}\b(?:see|refer to|read)|more (?:information|details))\b/iu;

/** Whether a unit only points to another page or thing: an entry of a list of links, "see …". */
export function pointsElsewhere(unit: ReadUnit): boolean {
  if (unit.kind !== 'sentence' && unit.kind !== 'item' && unit.kind !== 'field') return false;
  return LINK_ITEM.test(unit.text) || (REFERS.test(unit.text) && /\]\(|\]\[|https?:/u.test(unit.text));
}
