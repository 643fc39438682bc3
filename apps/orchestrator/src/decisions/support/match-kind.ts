import type { AnswerKind, QuestionPart } from '../question/question.js';
import { keysOf } from '../words/stem.js';

const DURATION =
  /(?:\d[\d.,_]*(?:e\d+)?[\s\u00a0`'-]*|\b(?:one|two|three|four|five|six|ten|half an?|a|an)[\s\u00a0-]+)(?:ms|millis|milliseconds?|msecs?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|hrs?|days?|weeks?|months?|years?|Sekunden?|Minuten?|Stunden?|segundos?|minutos?)\b/iu;
const SIZE =
  /\d[\d.,_]*\s*(?:bytes?|[KMGT]i?B|[kmg]b|characters?|chars?|lines?|bits?|kilobytes?|megabytes?|gigabytes?|[KMG])\b/u;
const ANY_NUMBER =
  /(?<![\p{L}\d_.$#/v-])\d[\d.,_]*(?:e\d+)?(?![\p{L}_])|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|thousand|twice|infinity|infinite|unlimited|no limit|no maximum|zero|single)\b/giu;
const CODE_NAME =
  /`[^`\n]{1,80}`|\b[\p{L}_$][\w$]*(?:\.[\p{L}_$][\w$]*)+(?:\(\))?|\b[a-z]+[A-Z]\w*|\b\w+_\w+|(?<![\w-])--?[a-z][\w-]*|\b[\p{L}_$][\w$]*\(|\b[A-Z][A-Z0-9_]{2,}\b|'[^'\n]{1,40}'|"[^"\n]{1,40}"/gu;
const PLACE =
  /(?:~|\.{0,2})?\/[\w.-]+(?:\/[\w.-]*)*|\bstd(?:err|out|in)\b|`[^`\n]{1,60}`|\b\w+\.(?:json|ya?ml|conf|log|txt|js|ts|db|ini|toml|cfg)\b/u;
const REASON =
  /\b(?:because|since|due to|so that|in order to|to avoid|to prevent|reason|otherwise|therefore|as it|caused by|leads? to|weil|damit|porque|car)\b/iu;
const DATE =
  /\b(?:19|20)\d{2}\b|\b\d{1,2}\s(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/u;
const PERSON = /\b\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+\b|\bby\s+\[?\p{Lu}|@\w{2,}/u;
const MONEY = /[$€£¥]\s?\d|\d\s?(?:USD|EUR|dollars?|euros?|cents?)\b|\bfree of charge\b/u;
const CONDITION = /^\s*(?:[-*+•]\s+)?(?:when|if|once|while|although|unless|note)\b/iu;
const EXPLAINS =
  /\b(?:means?|is (?:a|an|the|used)|are (?:a|the|used)|specifies|defines|determines|controls|returns?|allows?|used (?:to|for)|may be used|whether)\b/iu;
const INSTRUCTIVE_CODE = /\w\(|=[^>]|\s--?\w|^\s*(?:\$|npm|npx|import|export)\s|\w:\s/mu;
const CALL = /[\w$]\([^)\n]{0,80}\)/u;
const INSTRUCTS =
  /\b(?:use|using|supply|set|pass|call|add|run|install|import|provide|specify|create|define|configure|can be|you can|you may|by (?:calling|passing|setting|using)|to \p{L}+)\b/iu;

/**
 * 0–1: how far a text holds the kind of answer a question asks for. `around` is the text it stands in, `stated` how surely
 * it says what holds by default.
 */
export function matchKind(
  part: QuestionPart,
  { text, isCode, stated }: { text: string; isCode: boolean; stated: number },
  around: () => string,
): number {
  const match = matchOfKind(part, text, around, isCode, stated);
  // What holds by default is said with that word; other values in a text are examples.
  return part.asksDefault ? match * (0.4 + 0.6 * stated) : match;
}

function matchOfKind(
  part: QuestionPart,
  text: string,
  around: () => string,
  isCode: boolean,
  stated: number,
): number {
  switch (part.kind) {
    case 'duration':
      return durationMatch(part, text, around);
    case 'size':
      if (SIZE.test(text)) return 1;
      return hasNewNumber(part, text)
        ? /\b(?:bytes?|size|length|characters?|MB|KB)\b/iu.test(around())
          ? 0.8
          : 0.5
        : 0;
    case 'count':
      if (!hasNewNumber(part, text)) {
        // "The default is the number given by `os.availableParallelism`".
        return part.asksDefault && stated === 1 && hasNewNames(part, text, 1) ? 0.6 : 0;
      }
      return Math.max(countsTarget(part, text), isCode ? 0.4 : 0.5);
    case 'value':
      return valueMatch(part, text, around);
    case 'list':
      if (isCode) return 0.4;
      return hasNewNames(part, text, 3) || (text.match(/,/gu) ?? []).length > 1 ? 1 : 0.5;
    case 'name':
      if (isCode) return 0.5;
      return hasNewNames(part, text, 1) || hasNewNumber(part, text)
        ? 1
        : /(?<=\s)\p{Lu}[\p{L}\d-]+/u.test(text)
          ? 0.7
          : 0.3;
    case 'how_to':
      if (isCode) return INSTRUCTIVE_CODE.test(text) ? 1 : 0.4;
      if (CALL.test(text)) return 1;
      if (hasNewNames(part, text, 1)) return INSTRUCTS.test(text) ? 0.9 : 0.7;
      // "using the `redact` option" tells how to redact, although the question has that word.
      if (/`[^`\n]+`/u.test(text) && INSTRUCTS.test(text)) return 0.85;
      return INSTRUCTS.test(text) ? 0.5 : 0.3;
    case 'place':
      return PLACE.test(text) ? 1 : 0.4;
    case 'reason':
      return REASON.test(text) ? 1 : 0.5;
    case 'date':
      return DATE.test(text) ? 1 : 0;
    case 'person':
      return PERSON.test(text) ? 0.9 : 0;
    case 'money':
      return MONEY.test(text) ? 1 : 0;
    case 'yes_no':
      return isCode ? 0.4 : 0.9;
    case 'definition':
      if (isCode) return 0.4;
      return CONDITION.test(text) ? 0.7 : EXPLAINS.test(text) ? 1 : 0.85;
  }
}

/** Kinds whose answer must stand in the quoted words: without it there is no answer. */
export function isHardKind(kind: AnswerKind): boolean {
  return ['count', 'duration', 'size', 'date', 'person', 'money', 'value'].includes(kind);
}

function durationMatch(part: QuestionPart, text: string, around: () => string): number {
  const found = DURATION.exec(text);
  if (found !== null && !part.numbers.has(found[0].match(/\d+/u)?.[0] ?? '')) return 1;
  if (/\b(?:immediate(?:ly)?|forever|indefinitely|infinity|never|no timeout)\b/iu.test(text)) return 0.8;
  if (!hasNewNumber(part, text)) return 0;
  return /\b(?:milliseconds?|seconds?|minutes?|hours?|ms)\b/iu.test(around()) ? 0.95 : 0.6;
}

function valueMatch(part: QuestionPart, text: string, around: () => string): number {
  if (/\bdefault/iu.test(text)) return holdsValue(part, text) ? 1 : 0.6;
  return /\bdefault/iu.test(around()) && holdsValue(part, text) ? 0.7 : 0.1;
}

function holdsValue(part: QuestionPart, text: string): boolean {
  return (
    hasNewNumber(part, text) ||
    hasNewNames(part, text, 1) ||
    /\b(?:true|false|null|none|undefined|empty)\b/iu.test(text)
  );
}

const UNBOUNDED = /\b(?:no (?:limit|maximum|upper)|unlimited|infinit[ey]|infinity)\b/iu;
const LIMIT_BEFORE =
  /\b(?:defaults?|maximum|max|minimum|limit(?:ed)?|number|amount|count|most|least|than|up to|exceeds?|after|every|first)\b[^.;\n]{0,40}$/iu;

/** 0–1, "how many retries": a number beside that word, or one that is called a limit or a default. */
function countsTarget(part: QuestionPart, text: string): number {
  if (UNBOUNDED.test(text)) return 0.9;
  const wanted = part.target.flatMap((word) => word.keys);
  let best = 0;
  for (const match of text.matchAll(ANY_NUMBER)) {
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40);
    const words = after.match(/\p{L}+/gu)?.slice(0, 3) ?? [];
    const beside = words.some((word) => keysOf(word.toLowerCase()).some((key) => wanted.includes(key)));
    if (beside || /^[`*\s]*times\b/iu.test(after)) return 1;
    if (LIMIT_BEFORE.test(text.slice(Math.max(0, match.index - 60), match.index))) best = 0.9;
  }
  return best;
}

/** Whether a text states a number that the question does not. */
export function hasNewNumber(part: QuestionPart, text: string): boolean {
  for (const [number] of text.matchAll(ANY_NUMBER)) {
    const plain = number.replace(/[.,]$/u, '');
    if (!part.numbers.has(plain) && !(part.words.has(plain.toLowerCase()) && !/\d/u.test(plain))) return true;
  }
  return false;
}

/** Whether a text has so many names in code (options, functions, flags, quoted values) that the question does not. */
function hasNewNames(part: QuestionPart, text: string, least: number): boolean {
  let count = 0;
  for (const [name] of text.matchAll(CODE_NAME)) {
    const plain = name.replace(/^[`'"]+|[`'"()]+$/gu, '').toLowerCase();
    if (plain !== '' && !/^(?:e\.g|i\.e|node\.js)$/u.test(plain) && !part.words.has(plain)) count += 1;
    if (count >= least) return true;
  }
  return false;
}
