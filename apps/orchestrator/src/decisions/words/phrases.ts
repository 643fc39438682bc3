/** Turns of phrase that mean one word of documentation, by language; only questions are rewritten, never pages. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:turn(?:s|ed|ing)?|switch(?:es|ed|ing)?) ((?:\S+ ){0,4}?)off\b/giu, 'disable $1'],
  [/\b(?:turn(?:s|ed|ing)?|switch(?:es|ed|ing)?) ((?:\S+ ){0,2}?)on\b/giu, 'enable $1'],
  [/\bget(?:ting)? rid of\b/giu, 'remove'],
  [
    /\b(?:how long|wait\w*)\b(.*)\b(?:before|until|till) (?:it|he|she|they|\w+) giv(?:es?|ing) up(?: waiting)?(?: for)?\b/giu,
    'how long timeout $1',
  ],
  [/\bgiv(?:es?|ing) up\b/giu, 'abort'],
  [/\b(?:put|puts|putting) in (?:the )?place of\b|\bstand(?:s)? in for\b/giu, 'replace'],
  [/\btr(?:y|ies) again\b/giu, 'retry'],
  [/\b(?:on|of) (?:its|their) own\b|\bby itself\b/giu, 'automatically'],
  [/\bend(?:s)? up\b/giu, ''],
  [/\b(stop|stops|keep|keeps|prevent|prevents) (it|them|\w+) from\b/giu, 'avoid $2'],
  [/\bat (?:the same time|once)\b/giu, 'concurrently'],
  [/\btime zone/giu, 'timezone'],
  [/\btim(?:e|es|ed) out\b/giu, 'timeout'],
  [/\bat (?:the )?(?:most|maximum)\b|\bno more than\b/giu, 'maximum'],
  [/\bat (?:the )?least\b|\bno (?:less|fewer) than\b/giu, 'minimum'],
  [
    /\bout of the box\b|\b(?:unless|if|when|until) (?:i |you |we |one )?(?:am |are |is )?(?:do not|don'?t|told otherwise|configured|specified|overridden|changed|set|left alone|nothing is set)(?: set (?:it|that|this|anything)| change (?:it|that|the \w+)| configure (?:it|anything)| otherwise)?/giu,
    'by default',
  ],
  [
    /\b(?:if|when|as long as) (?:i|you|we|one) (?:do not|don'?t)? ?(?:give|pass|set|say|tell|configure|choose|specify)s? (?:none|no \w+|nothing|it|so|anything)\b|\b(?:unless|if) i (?:set|change|pass|leave) [\w ]{1,20}(?: alone)?(?=[?.,]|$)|\bwhen (?:there is )?nothing is (?:set|given)\b|\bif i do(?: not|n'?t) say\b|\b(?:is|are) not (?:set|given|configured|specified)\b/giu,
    'by default',
  ],
  [/\bwenn man nichts (?:einstellt|angibt)\b|\bpor defecto\b|\bpor omisión\b|\bpar défaut\b/giu, 'default'],
  [/既定|デフォルト/gu, ' default '],
  [/\bhow slow\b|\bhow often\b/giu, 'how long interval'],
  [/\bhow (wide|deep|long|big|large|high|fast)\b/giu, 'how $1'],
  [/\bwho is behind\b/giu, 'author'],
];

/** The question with turns of phrase replaced by the words documentation uses. */
export function rewritePhrases(question: string): string {
  let text = question;
  for (const [pattern, replacement] of PHRASES) text = text.replace(pattern, replacement);
  return text.replace(/\s+/gu, ' ').trim();
}
