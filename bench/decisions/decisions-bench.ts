import { sha256Hex } from '@agentic-search/shared/identifiers';
import type { Evidence } from '@agentic-search/shared/records';
import { passageWeights, queryTerms } from '@agentic-search/shared/retrieval';
import { composeAnswer, judgeCompleteness, rankUrls } from '../../apps/orchestrator/src/decisions/index.js';
import { quantile } from '../measure/distribution.js';
import { type Figure, printTable } from '../measure/print-table.js';
import { type BenchKnowledge, benchKnowledge } from '../queue/knowledge.js';

/** Passages that a check judges, hits that a web search gives. */
const PASSAGES = 10;
const HITS = 20;
const CHUNKS = 2_000;

interface Case {
  question: string;
  passages: Evidence[];
  hits: Evidence[];
}

/** Measures the rules alone, in this process: judge and answer on 10 passages each, ranker on 20 hits. No model, no Redis. */
export async function decisionsBench(options: {
  searches: number;
  print: (line: string) => void;
}): Promise<void> {
  const cases = casesOf(benchKnowledge({ chunks: CHUNKS, questions: Math.min(options.searches, CHUNKS) }));
  await measure(cases.slice(0, Math.ceil(cases.length / 3)));
  const { judge, answer, rank, cpu, complete } = await measure(cases);
  options.print(`${complete} of ${cases.length} questions judged complete`);
  printTable(
    [
      ...figuresOf('judge, 10 passages', judge),
      ...figuresOf('answer, the same passages', answer),
      ...figuresOf('rank, 20 hits', rank),
      { name: 'CPU of judge and answer', value: cpu / cases.length, unit: 'ms' },
    ],
    options.print,
  );
}

function figuresOf(name: string, all: readonly number[]): Figure[] {
  return [0.5, 0.95].map((share) => ({
    name: `p${share * 100} ${name}`,
    value: quantile(all, share),
    unit: 'ms',
  }));
}

async function measure(cases: readonly Case[]) {
  const found = { judge: [] as number[], answer: [] as number[], rank: [] as number[], cpu: 0, complete: 0 };
  for (const { question, passages, hits } of cases) {
    // As a search gets them: objects that nothing has read before.
    const evidence = passages.map((passage) => ({ ...passage }));
    const before = process.cpuUsage();
    const judged = performance.now();
    const judgement = await judgeCompleteness({
      question,
      query: question,
      evidence,
      askModel: null,
      key: 'judge',
      maxPromptTokens: 6_000,
    });
    const answered = performance.now();
    await composeAnswer({ question, evidence, judgement, askModel: null, key: 'answer' });
    const done = performance.now();
    const { user, system } = process.cpuUsage(before);
    found.cpu += (user + system) / 1_000;
    found.judge.push(answered - judged);
    found.answer.push(done - answered);
    if (judgement.score >= 0.8) found.complete += 1;
    const ranked = performance.now();
    await rankUrls({
      question,
      gaps: judgement.gaps,
      hits: hits.map(({ url, title, content }) => ({
        url,
        title,
        snippet: content.slice(0, 400),
        publishedAt: null,
      })),
      askModel: null,
      key: 'rank',
    });
    found.rank.push(performance.now() - ranked);
  }
  return found;
}

/** The passages that hold most of a question's words, by the weights of the lexical index. */
export function casesOf({ questions, pages }: BenchKnowledge): Case[] {
  const all = pages.flatMap(({ url, title, passages }) =>
    passages.map(({ content, heading_path: headingPath }, index) => ({
      evidence: evidenceOf(url, title, content, headingPath, index),
      weights: passageWeights(content, 'en', { title, headingPath }),
    })),
  );
  return questions.map((question) => {
    const terms = [...queryTerms(question)];
    const best = all
      .map(({ evidence, weights }) => ({
        evidence,
        score: terms.reduce((sum, [term, weight]) => sum + weight * (weights.get(term) ?? 0), 0),
      }))
      .sort((a, b) => b.score - a.score)
      .map(({ evidence }) => evidence);
    return { question, passages: best.slice(0, PASSAGES), hits: best.slice(0, HITS) };
  });
}

function evidenceOf(
  url: string,
  title: string,
  content: string,
  heading_path: string[],
  index: number,
): Evidence {
  return {
    chunk_id: sha256Hex(`${url}/${index}`),
    content,
    url,
    title,
    similarity_score: 1,
    chunk_index: index,
    source_id: new URL(url).host,
    heading_path,
    content_hash: sha256Hex(content),
    language: 'en',
    published_at: null,
    crawled_at: '2026-01-01T00:00:00.000Z',
    checked_at: '2026-01-01T00:00:00.000Z',
  };
}
