import type { AnswerKind } from './question.js';

/** "add a child logger": typed into a search box, it asks how. */
export const IMPERATIVE =
  /^(?:add|append|apply|cancel|change|check|clear|close|configure|connect|convert|copy|create|customi[sz]e|debug|define|delete|deploy|disable|download|enable|export|extract|fetch|filter|format|generate|get|handle|hide|import|increase|insert|install|limit|list|load|make|merge|mock|move|parse|pause|print|read|redact|register|reload|remove|rename|render|replace|reset|restart|resume|retry|rotate|run|save|send|serve|set|show|skip|sort|split|start|stop|stream|test|translate|turn|update|upgrade|upload|use|validate|write) (?!\S*$)/u;

/** First match wins; patterns over the question in lower case after its turns of phrase were rewritten. */
const RULES: readonly (readonly [RegExp, AnswerKind])[] = [
  [/^what (?:does|do|did) .*\b(?:mean|means|do|stand for|indicate|say)\b[?.!\s]*$/u, 'definition'],
  [
    /\bhow much does .*\bcost\b|\b(?:price|fee|pricing|licen[cs]e fee)\b|\bhow expensive\b|\bwas kostet\b|\bcuánto cuesta\b/u,
    'money',
  ],
  [
    /\bhow long\b|\bafter (?:what|how much|which) time\b|\b(?:what|which) (?:interval|delay)\b|\bwie lange\b|\bcuánto tiempo\b|\bcombien de temps\b|どのくらい|何秒|何分/u,
    'duration',
  ],
  [/\b(?:longest|shortest|maximum|minimum)\b.*\b(?:waits?|sleeps?|pauses?|delays?)\b/u, 'duration'],
  [
    /\b(?:what|which|whats)\b.*\b(?:timeout|delay|interval|grace period|wait|\w+timeout|\w+delay|latency|cache time|retention|longest (?:\w+ ){0,4}(?:sleep|waits?|time|keeps?|pause))\b/u,
    'duration',
  ],
  [
    /\bhow (?:big|large)\b|\bmaximum (?:\w+ )?(?:size|payload)\b|\bin (?:megabytes|bytes|kilobytes)\b|\b(?:largest|biggest) (?:\w+ )?(?:payload|size|file|message)\b|\bwie groß\b/u,
    'size',
  ],
  [
    /\bhow (?:many|deep|wide|high|fast|short|small|old|heavy|much faster|tall)\b|\b(?:at|after|above|up to) how (?:many|much)\b|\bwie viele\b|\bcuánt[oa]s\b|\bcombien\b|いくつ|何個|何回/u,
    'count',
  ],
  [
    /\bwhen (?:was|were|did|is|will)\b.*\b(?:release|publish|found|introduc|end of life|start|first|support)\w*|\b(?:what|which|until what) (?:year|date)\b|\bin which year\b/u,
    'date',
  ],
  [/^who\b|\bby whom\b|\bwho (?:is|was|wrote|made|maintains|founded|created)\b|^wer\b|^quién\b/u, 'person'],
  [
    /\bwhat (?:is|are|was) (?:the |its )?(?:\S+ )?(?:maximum|minimum|max|longest|largest|number|limit)\b|\bmaximum\b.*\b(?:length|number|rate|depth)\b/u,
    'count',
  ],
  [
    /\bwhat (?:is|are|does)\b.*\bdefaults?\b|\bwhat\b.*\bdefaults? to\b|\bdefault (?:value|of|for)\b|^default\b|\bwhat .* by default\b/u,
    'value',
  ],
  [
    /^where\b|\b(?:to|in|at) (?:which|what) (?:stream|path|directory|folder|file)\b|\bwhere (?:does|do|is|are|can)\b|^wo\b|^dónde\b|\bwhat path\b/u,
    'place',
  ],
  [/^why\b|\bwhat (?:is )?the reason\b|\bhow come\b|^warum\b|\bpor qué\b|^pourquoi\b/u, 'reason'],
  [
    /\b(?:which|what) (?:\w+ ){0,2}(?:modes|status codes|methods|options|events|flags|levels|types|languages|formats|algorithms|strategies|parameters|codes)\b|^list\b|\bwhat are (?:the|all)\b/u,
    'list',
  ],
  [
    /^(?:whats|what's|what is) the port\b|^which\b|\b(?:which|what) (?:\w+ ){0,3}(?:option|function|method|flag|parameter|setting|module|class|event|header|command|key|variable|exception|error|signal|verb|property|encoding|port|colour|color|style|character|protocol|version|pool|level|technique)\b|^welche[rsnm]?\b|^quel(?:le)?\b|\bqué \w+|\bwhat (?:do i call|exception|error)\b/u,
    'name',
  ],
  [
    /\bhow (?:do|can|could|should|to|would|must)\b|\bhow does one\b|^(?:best )?ways? to\b|^wie (?:kann|mache|soll)\b|^cómo (?:puedo|se|hago)\b|^comment\b/u,
    'how_to',
  ],
  [IMPERATIVE, 'how_to'],
  [
    /^(?:is|are|does|do|did|can|could|will|would|should|must|has|have|was|were|may|ist|sind|kann|hat|puede|es|est-ce)\b/u,
    'yes_no',
  ],
];

/** The kind of answer that a question (lower case) asks for; `definition` when nothing else fits. */
export function answerKindOf(question: string): AnswerKind {
  for (const [pattern, kind] of RULES) if (pattern.test(question)) return kind;
  return 'definition';
}
