import { contentWords } from './lexical/query-terms.js';

const MAX_EXTRA_QUERIES = 3;

// Short and long forms that people use for one another in technical questions.
const synonyms: Readonly<Record<string, string>> = {
  auth: 'authentication',
  authentication: 'auth',
  config: 'configuration',
  configuration: 'config',
  configure: 'set up',
  create: 'make',
  database: 'db',
  db: 'database',
  delete: 'remove',
  directory: 'folder',
  doc: 'documentation',
  env: 'environment variable',
  error: 'failure',
  fix: 'solve',
  install: 'set up',
  k8s: 'kubernetes',
  kubernetes: 'k8s',
  limit: 'maximum',
  max: 'maximum',
  maximum: 'max',
  option: 'setting',
  param: 'parameter',
  parameter: 'option',
  remove: 'delete',
  repo: 'repository',
  setting: 'option',
  timeout: 'time limit',
};

const questionStart =
  /^(?:(?:please|can you|could you)\s+)?(?:what(?:'s| is| are)|how (?:do|does|can|could|should) (?:i|you|we|one|it)|how to|where (?:is|are|do i)|why (?:is|does|do)|when (?:is|does)|which|who (?:is|are)|is there|does|do|tell me about|explain)\s+/i;

function distinct(query: string, candidates: readonly string[]): string[] {
  const seen = new Set([query.trim().toLowerCase()]);
  const kept: string[] = [];
  for (const candidate of candidates.map((text) => text.trim())) {
    const key = candidate.toLowerCase();
    if (candidate === '' || seen.has(key)) continue;
    seen.add(key);
    kept.push(candidate);
  }
  return kept.slice(0, MAX_EXTRA_QUERIES);
}

/** 0–3 other wordings of a query by rules: as a statement, as key words, with synonyms. */
export function paraphrases(query: string): string[] {
  const statement = query.replace(/[?!.\s]+$/u, '').replace(questionStart, '');
  const words = contentWords(query);
  const replaced = words.map((word) => (Object.hasOwn(synonyms, word) ? synonyms[word] : word)).join(' ');
  const keywords = words.join(' ');
  return distinct(query, [statement, keywords, replaced === keywords ? '' : replaced]);
}

/** 0–3 sub-questions of a query by rules: its sentences, both sides of a comparison, clauses joined by "and". */
export function subQuestions(query: string): string[] {
  const sentences = query.split(/(?<=[?!.;])\s+|\n+/u);
  if (sentences.length > 1) return distinct(query, sentences);
  const compared =
    /\b(?:difference(?:s)? between|compare)\s+(.+?)\s+(?:and|with|to)\s+(.+?)[?.!]*$/iu.exec(query) ??
    /^(?:.*?\b(?:is|are|should i use)\s+)?(.+?)\s+(?:vs\.?|versus|or)\s+(.+?)[?.!]*$/iu.exec(query);
  if (compared?.[1] && compared[2]) return distinct(query, [compared[1], compared[2]]);
  const clauses = query.split(/,?\s+(?:and|as well as|und|et|y)\s+|;\s*/iu);
  return distinct(
    query,
    clauses.filter((clause) => contentWords(clause).length > 1),
  );
}
