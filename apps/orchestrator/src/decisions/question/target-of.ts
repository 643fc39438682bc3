import { conceptsOf } from '../words/concepts.js';
import { keysOf } from '../words/stem.js';
import { tokenise } from '../words/tokenise.js';
import { LIGHT_WORDS, STOP_WORDS } from '../words/word-lists.js';

/** A word that says what kind of thing is asked for, with the keys it is found under. */
export interface TargetWord {
  word: string;
  keys: readonly string[];
}

const OPENING = /\b(?:which|what(?:['’]?s| is| are| was)?(?: the| its)?|how many|how much)\s+/iu;
const ACTION = /^how (?:do|does|did|can|could|should|would|to|must)\s+(?:(?:i|you|we|one|it)\s+)?/iu;
const EMPTY =
  /^(?:default|defaults|maximum|minimum|max|min|longest|largest|biggest|smallest|shortest|new|own|time|times|value|kind|type|number|name|thing|way)$/iu;
const MOST_WORDS = 5;

/** The words between "which" and the verb: "which default port do …" asks for a port. */
export function targetOf(question: string): TargetWord[] {
  const opening = OPENING.exec(question);
  const action = ACTION.exec(question);
  if (action !== null) return actionWords(question.slice(action[0].length));
  if (opening === null) return [];
  const phrase = question.slice(opening.index + opening[0].length).split(/[?,;:(]/u)[0] ?? '';
  const words: string[] = [];
  for (const token of tokenise(phrase).slice(0, MOST_WORDS)) {
    const word = token.text.toLowerCase();
    if (EMPTY.test(word) || /['’]s?$/u.test(word)) continue;
    if (STOP_WORDS.en.has(word) || LIGHT_WORDS.has(word)) break;
    words.push(word);
  }
  return words.slice(-2).map(targetWord);
}

/** "How do I pause a queue" asks for the pausing: the first telling words. */
function actionWords(phrase: string): TargetWord[] {
  return tokenise(phrase.split(/[?,;:(]/u)[0] ?? '')
    .map((token) => token.text.toLowerCase())
    .filter((word) => !STOP_WORDS.en.has(word) && !LIGHT_WORDS.has(word) && !/['’]s?$/u.test(word))
    .slice(0, 3)
    .map(targetWord);
}

function targetWord(word: string): TargetWord {
  return { word, keys: [...new Set([...keysOf(word), ...conceptsOf(word)])] };
}
