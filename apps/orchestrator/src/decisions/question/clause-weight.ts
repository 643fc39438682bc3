const SUBORDINATE =
  /(?<=\S\s)\b(?:if|when|while|before|because|unless|so that|since|although|after|until|even when|and then)\b[^,?;]*/giu;
const ASKING =
  /\b(?:what|whats|how|which|where|why|who|when|does|do|is|are|can|could|will|welche\w*|wie|was|qué|cuánt\w+|cómo)\b/iu;
const SCENE = 0.45;
const CONDITION = 0.65;

/** Factor for a word at an offset: what only sets the scene or names a condition need not be repeated by the answer. */
export function clauseWeights(question: string): (offset: number) => number {
  const ranges: { start: number; end: number; factor: number }[] = [];
  for (const sentence of question.matchAll(/[^.!?;:]+(?:[.!?;:]+(?=\s|$)|$)|[^\s]+/gu)) {
    const last = sentence.index + sentence[0].length >= question.trimEnd().length;
    const asks = sentence[0].includes('?') || (ASKING.test(sentence[0]) && last);
    if (!asks && /\s/u.test(sentence[0].trim())) {
      ranges.push({ start: sentence.index, end: sentence.index + sentence[0].length, factor: SCENE });
    }
  }
  // Where everything sets the scene, nothing does.
  if (ranges.reduce((sum, range) => sum + range.end - range.start, 0) > question.length * 0.9)
    ranges.length = 0;
  if (!/\bhappens?\b|\bdo(?:es)?\b.*\bdo\b/iu.test(question)) {
    for (const clause of question.matchAll(SUBORDINATE)) {
      ranges.push({ start: clause.index, end: clause.index + clause[0].length, factor: CONDITION });
    }
  }
  return (offset) =>
    Math.min(1, ...ranges.filter((r) => offset >= r.start && offset < r.end).map((r) => r.factor));
}
