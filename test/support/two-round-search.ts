import type { HistoryEntry } from '@agentic-search/shared/history';
import type { EmbeddingDouble } from './embedding-double/embedding-double.js';
import { startEmbeddingDouble } from './embedding-double/embedding-double.js';
import { Arrivals, Gate } from './gate.js';
import { type LlmDouble, type LlmDoubleRequest, startLlmDouble } from './llm-double/llm-double.js';
import { type LocalSite, startLocalSite } from './local-site.js';
import {
  type SearchEngineDouble,
  startSearchEngineDouble,
} from './search-engine-double/search-engine-double.js';

/** The doubles around a system, and the settings that point to them. */
export interface Outside {
  llm: LlmDouble;
  embeddings: EmbeddingDouble;
  engine: SearchEngineDouble;
  site: LocalSite;
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Starts model, embedding and search servers and a site whose answers make every search take two rounds. */
export async function startOutside(): Promise<Outside> {
  const [llm, embeddings, engine, site] = await Promise.all([
    startLlmDouble(),
    startEmbeddingDouble(),
    startSearchEngineDouble(),
    startLocalSite(),
  ]);
  answerLikeAModel(llm);
  return {
    llm,
    embeddings,
    engine,
    site,
    settings: {
      OPENAI_BASE_URL: llm.baseUrl,
      EMBEDDING_BASE_URL: embeddings.baseUrl,
      EMBEDDING_DIMENSIONS: String(embeddings.dimensions),
      SEARXNG_URL: engine.url,
      CRAWL_ALLOW_PRIVATE_HOSTS: site.host,
    },
    close: async () => {
      await Promise.all([llm.close(), embeddings.close(), engine.close(), site.close()]);
    },
  };
}

const textOf = (request: LlmDoubleRequest) => request.messages.map((message) => message.content).join('\n');

/** Label of the passage that carries a mark. */
function labelOf(text: string, mark: string): string {
  const before = text.slice(0, text.indexOf(mark));
  return /DATA (P\d+)>>>(?![\s\S]*DATA P\d+>>>)/.exec(before)?.[1] ?? 'P1';
}

/** A model that needs the second page, asks for it when told what is missing, and quotes it. */
function answerLikeAModel(llm: LlmDouble): void {
  llm.handleTask('completeness', (request) => {
    const text = textOf(request);
    const complete = text.includes('at most 42');
    const covered = [{ part: 'limit', passages: [labelOf(text, 'at most 42')] }];
    return {
      kind: 'reply',
      content: complete
        ? { score: 0.95, covered, gaps: [], reasoning: 'the limit is stated' }
        : { score: 0.4, covered: [], gaps: ['the limit of the pool'], reasoning: 'the limit is missing' },
    };
  });
  llm.handleTask('ranking', () => ({
    kind: 'reply',
    content: { keep: [{ position: 1, score: 0.9, reason: 'about the pool' }] },
  }));
  llm.handleTask('refinement', (request) => {
    const name = /zephyr-\w+/.exec(textOf(request))?.[0] ?? 'zephyr';
    return {
      kind: 'reply',
      content: { queries: [`${name} pool limit`, `${name} connections`], reasoning: 'aim at the limit' },
    };
  });
  llm.handleTask('answer', (request) => {
    const text = textOf(request);
    const quote = /The zephyr-\w+ pool allows at most 42 connections\./.exec(text)?.[0] ?? '';
    const sentence = { text: quote, citations: [{ passage: labelOf(text, 'at most 42'), quote }] };
    return { kind: 'reply', content: { found: quote !== '', sentences: quote === '' ? [] : [sentence] } };
  });
}

/** One search of two rounds with pages, queries and words of its own. */
export interface TwoRoundSearch {
  name: string;
  namespace: string;
  question: string;
  body: Record<string, unknown>;
  /** Holds what the step asks of the outside; resolves with a release once that request is in flight. */
  hold(point: HoldPoint): { inFlight(): Promise<void>; release(): void };
  /** True for a request to the model that belongs to this search. */
  isMine(request: LlmDoubleRequest): boolean;
}

export type HoldPoint = 'local_check' | 'web_search' | 'crawl' | 'index' | 'recheck' | 'refine' | 'answer';

/** Puts the pages and hits of a search called `name` (letters only) in place. */
export function prepareTwoRoundSearch(outside: Outside, name: string): TwoRoundSearch {
  const { site, engine, llm, embeddings } = outside;
  const topic = `zephyr-${name}`;
  const question = `How many connections does the ${topic} pool allow?`;
  const fetches = new Gate<string>();
  const arrivals = new Arrivals<string>();
  const pending = new Set<string>();
  const page = (path: string, title: string, text: string) => {
    const filler = Array.from(
      { length: 12 },
      (_, n) =>
        `<h2>${title} part ${n}</h2><p>The ${topic} pool keeps its connections open between requests, part ${n} of the ${title}. ${'Each request takes a free connection and gives it back. '.repeat(12)}</p>`,
    ).join('');
    site.route(path, async ({ response }) => {
      pending.add(path);
      arrivals.announce(path);
      await fetches.pass(path);
      pending.delete(path);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<html lang="en"><head><title>${title} of ${topic}</title></head><body><main><h1>${title} of ${topic}</h1><p>${text}</p>${filler}</main></body></html>`,
        );
    });
    return site.url(path);
  };
  const first = page(`/${name}/overview.html`, 'Overview', `The ${topic} pool is created at start.`);
  const second = page(`/${name}/limits.html`, 'Limits', `The ${topic} pool allows at most 42 connections.`);
  engine.setHits(question, [
    { url: first, title: `Overview of ${topic}`, content: `What the ${topic} pool is.`, engine: 'double' },
  ]);
  engine.setHits(`${topic} pool limit`, [
    { url: first, title: `Overview of ${topic}`, content: `What the ${topic} pool is.`, engine: 'double' },
    { url: second, title: `Limits of ${topic}`, content: `Limits of the ${topic} pool.`, engine: 'double' },
  ]);
  const isMine = (request: LlmDoubleRequest) => textOf(request).includes(`${topic} pool`);
  const ofModel = (task: string) => {
    const matches = (request: LlmDoubleRequest) => request.task === task && isMine(request);
    llm.hold(matches);
    return { inFlight: async () => void (await llm.waitForRequest(matches)), release: () => llm.release() };
  };
  const ofEmbeddings = (matchesText: (text: string) => boolean) => {
    const matches = (request: { texts: string[] }) => request.texts.some(matchesText);
    embeddings.hold(matches);
    return {
      inFlight: async () => void (await embeddings.waitForRequest(matches)),
      release: () => embeddings.release(),
    };
  };
  return {
    name,
    namespace: name,
    question,
    body: { query: question, namespace: name, max_iterations: 3, max_urls_per_iteration: 1 },
    isMine,
    hold(point) {
      switch (point) {
        case 'local_check':
          return ofEmbeddings((text) => text === question);
        case 'index':
          return ofEmbeddings((text) => text.includes(`Overview of ${topic}`) && text !== question);
        case 'web_search': {
          const matches = (request: { query: string }) => request.query === question;
          engine.hold(matches);
          return {
            inFlight: async () => void (await engine.waitForRequest(matches)),
            release: () => engine.release(),
          };
        }
        case 'crawl':
          fetches.hold();
          return {
            inFlight: async () => void (await arrivals.next(() => true, pending, 15_000)),
            release: () => fetches.release(),
          };
        case 'recheck':
          return ofModel('completeness');
        case 'refine':
          return ofModel('refinement');
        case 'answer':
          return ofModel('answer');
      }
    },
  };
}

/** A history as every run of the scenario must leave it: without times, cache counts, errors and the search's own name. */
export function comparableHistory(history: readonly HistoryEntry[], name: string): unknown[] {
  const entries = history
    .filter((entry) => entry.action !== 'error')
    .map(({ seq: _seq, at: _at, duration_ms: _duration, ...entry }) => ({
      ...entry,
      ...('from_cache' in entry ? { from_cache: 0 } : {}),
    }));
  return JSON.parse(
    JSON.stringify(entries).replaceAll(`zephyr-${name}`, 'zephyr').replaceAll(`/${name}/`, '/'),
  ) as unknown[];
}
