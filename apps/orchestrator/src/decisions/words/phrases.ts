/** Turns of phrase that mean one word of documentation, by language; only questions are rewritten, never pages. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:turn(?:s|ed|ing)?|switch(?:es|ed|ing)?) ((?:\S+ ){0,4}?)off\b/giu, 'disable $1'],
  [/\b(?:turn(?:s|ed|ing)?|switch(?:es|ed|ing)?) ((?:\S+ ){0,2}?)on\b/giu, 'enable $1'],
  [/\bget(?:ting)? rid of\b/giu, 'remove'],
  [/\btime zone/giu, 'timezone'],
  [/\btim(?:e|es|ed) out\b/giu, 'timeout'],
  [/\bat (?:the )?(?:most|maximum)\b|\bno more than\b/giu, 'maximum'],
  [/\bat (?:the )?least\b|\bno (?:less|fewer) than\b/giu, 'minimum'],
  [
    /\bout of the box\b|\b(?:unless|if|when|until) (?:i |you |we |one )?(?:am |are |is )?(?:do not|don'?t|told otherwise|configured|specified|overridden|changed|set|left alone|nothing is set)(?: set (?:it|that|this|anything)| change (?:it|that|the \w+)| configure (?:it|anything)| otherwise)?/giu,
    'by default',
  ],
  [
    /\bif i (?:give|pass|set) (?:none|no \w+|nothing)\b|\bunless i change [\w ]{1,20}(?=[?.,]|$)|\bwhen i set nothing\b/giu,
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
