import type { FocusTerm } from '../question/question.js';
import type { Keys } from '../words/wanted-keys.js';

/** 0–1: whether a set of keys holds a term itself (1), its parts (0.9) or another word for it (0.8). */
export function coverTerm(term: FocusTerm, keys: Keys): number {
  if (keys.size === 0) return 0;
  for (const key of term.keys) if (keys.has(key)) return 1;
  // `keepAliveMaxTimeout` has all the words of `keepAliveTimeout` and is another thing.
  if (term.parts.length > 1 && term.parts.every((part) => keys.has(part))) return term.identifier ? 0.4 : 0.9;
  for (const key of term.related) if (keys.has(key)) return 0.8;
  return 0;
}
