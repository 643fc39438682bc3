import type { LlmDouble, LlmDoubleRequest } from '../llm-double/llm-double.js';
import { type Fact, facts } from './quarrow.js';

const all: Fact[] = Object.values(facts);

/** Lets the double decide as a good model would: it looks for the facts asked for in what the prompt shows. */
export function beSensible(llm: LlmDouble): void {
  llm.handleTask('completeness', (request) => ({ kind: 'reply', content: judge(request) }));
  llm.handleTask('ranking', (request) => ({ kind: 'reply', content: rank(request) }));
  llm.handleTask('refinement', (request) => ({ kind: 'reply', content: refine(request) }));
  llm.handleTask('answer', (request) => ({ kind: 'reply', content: answer(request) }));
}

const prompt = (request: LlmDoubleRequest) => request.messages.at(-1)?.content ?? '';

function questionOf(text: string): string {
  return /^Question: (.*)$/m.exec(text)?.[1] ?? '';
}

/** Facts a question is about: those whose subject it names. */
function asked(text: string): Fact[] {
  const question = questionOf(text).toLowerCase();
  return all.filter((fact) => question.includes(fact.title.toLowerCase().replace(/^quarrow /, '')));
}

/** Blocks of the prompt by label. */
function blocks(text: string): { label: string; body: string }[] {
  return [...text.matchAll(/<<<DATA (.*?)>>>\n([\s\S]*?)\n<<<END>>>/g)].map(([, label, body]) => ({
    label: label ?? '',
    body: body ?? '',
  }));
}

const holding = (text: string, fact: Fact) =>
  blocks(text)
    .filter(({ body }) => body.includes(fact.sentence))
    .map(({ label }) => label);

function judge(request: LlmDoubleRequest): unknown {
  const text = prompt(request);
  const wanted = asked(text);
  const found = wanted.filter((fact) => holding(text, fact).length > 0);
  return {
    score: wanted.length === 0 ? 0 : found.length / wanted.length,
    covered: found.map((fact) => ({ part: fact.title, passages: holding(text, fact).slice(0, 3) })),
    gaps: wanted.filter((fact) => !found.includes(fact)).map((fact) => fact.query),
    reasoning: `${found.length} of ${wanted.length} parts`,
  };
}

function rank(request: LlmDoubleRequest): unknown {
  const keep = blocks(prompt(request)).flatMap(({ label, body }) =>
    body.includes('Quarrow')
      ? [{ position: Number(label.replace('result ', '')), score: 0.9, reason: 'is about Quarrow' }]
      : [],
  );
  return { keep: keep.slice(0, 20) };
}

function refine(request: LlmDoubleRequest): unknown {
  const text = prompt(request);
  const tried = text.slice(text.indexOf('Already tried:'));
  const missing = text.slice(text.indexOf('Missing:'), text.indexOf('Already tried:'));
  const open = asked(text).filter((fact) => missing.includes(fact.query));
  const queries = (open.length > 0 ? open : asked(text)).map((fact) => fact.query);
  const fresh = queries.filter((query) => !tried.includes(query));
  const attempt = tried.split('\n').length;
  return {
    queries: [...fresh, `Quarrow reference part ${attempt}`, `Quarrow manual chapter ${attempt}`].slice(0, 3),
    reasoning: 'aims at what is missing',
  };
}

function answer(request: LlmDoubleRequest): unknown {
  const text = prompt(request);
  const sentences = asked(text).flatMap((fact) => {
    const passage = holding(text, fact)[0];
    return passage === undefined
      ? []
      : [{ text: fact.sentence, citations: [{ passage, quote: fact.sentence }] }];
  });
  return { found: sentences.length > 0, sentences };
}
