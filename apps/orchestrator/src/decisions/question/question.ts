import type { WordLanguage } from '../words/stem.js';
import type { WantedKeys } from '../words/wanted-keys.js';
import type { TargetWord } from './target-of.js';

/** What an answer has to hold. */
export type AnswerKind =
  | 'count'
  | 'duration'
  | 'size'
  | 'value'
  | 'name'
  | 'how_to'
  | 'yes_no'
  | 'reason'
  | 'date'
  | 'person'
  | 'place'
  | 'money'
  | 'definition'
  | 'list';

/** One thing that the question is about. */
export interface FocusTerm {
  /** As the asker wrote it. */
  text: string;
  /** Keys of which any one makes a match. */
  keys: readonly string[];
  /** Keys that match in meaning only, and count a little less. */
  related: readonly string[];
  /** Parts of a compound that together stand for it; empty when only the whole will do. */
  parts: readonly string[];
  /** How much its absence tells; 1 for a plain word. */
  weight: number;
  /** Written like code, a version or a proper name: nothing else can stand for it. */
  exact: boolean;
  /** Written like a name in code that is one word of its own: another that contains it is another thing. */
  identifier: boolean;
}

/** A part of a question that can be answered by itself. */
export interface QuestionPart {
  text: string;
  kind: AnswerKind;
  focus: readonly FocusTerm[];
  /** Numbers that stand in the question: they cannot be its answer. */
  numbers: ReadonlySet<string>;
  /** Words of the question in lower case: a name that answers is not among them. */
  words: ReadonlySet<string>;
  /** What kind of thing is asked for: "which default port" asks for a port. */
  target: readonly TargetWord[];
  /** The question asks what holds when nothing is set. */
  asksDefault: boolean;
  /** The keys that any part of the question asks passages for. */
  wanted: WantedKeys;
}

export interface Question {
  text: string;
  language: WordLanguage | 'other';
  parts: readonly QuestionPart[];
}
