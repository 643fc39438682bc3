import { conceptsOf } from '../words/concepts.js';
import { keysOf } from '../words/stem.js';
import { tokenise } from '../words/tokenise.js';
import { KIND_NOUNS, LIGHT_WORDS, STOP_WORDS } from '../words/word-lists.js';
import { IMPERATIVE } from './answer-kind.js';

/** A word that says what kind of thing is asked for, with the keys it is found under. */
export interface TargetWord {
  word: string;
  keys: readonly string[];
}

const OPENING = /\b(?:which|what(?:['’]?s| is| are| was)?(?: the| its)?|how many|how much)\s+/iu;
/** "Which Node version …" asks for Node too, however common that word is. */
const ASKS_WHICH = /^(?:which|what)\s+$/iu;
const ACTION = /^how (?:do|does|did|can|could|should|would|to|must)\s+(?:(?:i|you|we|one|it)\s+)?/iu;
const EMPTY =
  /^(?:default|defaults|maximum|minimum|max|min|longest|largest|biggest|smallest|shortest|new|own|time|times|value|kind|type|number|name|thing|way)$/iu;
const MOST_WORDS = 5;

/** The words between "which" and the verb: "which default port do …" asks for a port. */
export function targetOf(question: string): TargetWord[] {
  const opening = OPENING.exec(question);
  const action = ACTION.exec(question) ?? (IMPERATIVE.test(question.toLowerCase()) ? [''] : null);
  if (action !== null) return actionWords(question.slice(action[0].length));
  if (opening === null) return [];
  const phrase = question.slice(opening.index + opening[0].length).split(/[?,;:(]/u)[0] ?? '';
  const words: string[] = [];
  for (const token of tokenise(phrase).slice(0, MOST_WORDS)) {
    const word = token.text.toLowerCase();
    if (EMPTY.test(word) || /['’]s?$/u.test(word)) continue;
    const opens =
      words.length === 0 && ASKS_WHICH.test(opening[0]) && !KIND_NOUNS.has(word.replace(/s$/u, ''));
    if (STOP_WORDS.en.has(word) || (LIGHT_WORDS.has(word) && !opens)) break;
    words.push(word);
  }
  return words.slice(-2).map(targetWord);
}

/** "How do I pause a queue" asks for the pausing: the first telling words. */
function actionWords(phrase: string): TargetWord[] {
  const clause = phrase.split(/[?,;:(]/u)[0] ?? '';
  // "redact secrets in pino logs": where it is done is not what is done.
  const [done = '', ...places] = clause.split(PLACE);
  const words = [...new Set([...verbOf(done), ...tellingWords(done)])];
  if (words.length === 0) return places.flatMap(tellingWords).slice(0, 3).map(targetWord);
  // "store the cache in Redis": a name is part of what is asked for.
  const names = places.flatMap((place) => place.match(/(?<!\S)\p{Lu}[\w-]*/gu) ?? []).flatMap(tellingWords);
  return [...words.slice(0, names.length > 0 ? 2 : 3), ...names.slice(0, 1)].map(targetWord);
}

const PLACE = /\s(?:in|of|with|for|from|using|on|over|via|at|by|to|into|inside|within)\s/iu;

/** Verbs too common to tell anything are what is asked for where they open the question: "keep an element", "add a child". */
function verbOf(phrase: string): string[] {
  const verb = /^\S+/u.exec(phrase.trim().toLowerCase())?.[0] ?? '';
  return ACTION_VERB.test(verb) ? [verb] : [];
}

const ACTION_VERB = /^(?:add|keep|change|read|write|send|open|show|hide|wait|allow|carry)$/u;

function tellingWords(phrase: string): string[] {
  return tokenise(phrase)
    .map((token) => token.text.toLowerCase())
    .filter((word) => !STOP_WORDS.en.has(word) && !LIGHT_WORDS.has(word) && !/['’]s?$/u.test(word));
}

function targetWord(word: string): TargetWord {
  return { word, keys: [...new Set([...keysOf(word), ...conceptsOf(word)])] };
}
