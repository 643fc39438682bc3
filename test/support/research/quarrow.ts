import type { DoublePage } from '../search-engine-double/search-engine-double.js';
import type { SiteRoute } from '../site-routes.js';

/** One thing the made-up documentation of Quarrow says, and where. */
export interface Fact {
  /** Path of its page. */
  path: string;
  title: string;
  /** The sentence as it stands on the page. */
  sentence: string;
  /** A question that this sentence alone answers. */
  question: string;
  /** What a search engine would be asked for it. */
  query: string;
}

/** Facts of a product that nobody knows: whatever an answer says of it was read in this run. */
export const facts = {
  pool: {
    path: '/quarrow/pool',
    title: 'Quarrow connection pool',
    sentence: 'The Quarrow connection pool keeps 17 connections open by default.',
    question: 'How many connections does the Quarrow connection pool keep open by default?',
    query: 'Quarrow connection pool open connections default',
  },
  console: {
    path: '/quarrow/console',
    title: 'Quarrow admin console',
    sentence: 'The Quarrow admin console listens on port 7341.',
    question: 'Which port does the Quarrow admin console listen on?',
    query: 'Quarrow admin console port',
  },
  journal: {
    path: '/quarrow/journal',
    title: 'Quarrow journal',
    sentence: 'The Quarrow journal is flushed to disk every 90 seconds.',
    question: 'How often is the Quarrow journal flushed to disk?',
    query: 'Quarrow journal flushed disk interval',
  },
} as const satisfies Record<string, Fact>;
export type FactName = keyof typeof facts;

const filler = [
  'Operators tune it in the configuration file and reload the server afterwards.',
  'The setting applies to every node of a cluster and is read once at start.',
  'Changes are written to the audit log together with the name of the operator.',
];

/** The page of a fact as HTML, with enough text around it to be a page. */
export function factPage(fact: Fact, addition = ''): string {
  const paragraphs = [fact.sentence, ...filler, addition].filter(Boolean).map((text) => `<p>${text}</p>`);
  return `<!doctype html><html lang="en"><head><title>${fact.title}</title></head><body><main><h1>${fact.title}</h1>${paragraphs.join('')}</main></body></html>`;
}

/** Serves a fact's page with a validator, so that a conditional request gets a 304. */
export function factRoute(fact: Fact): SiteRoute {
  const etag = `"${fact.path}"`;
  return ({ request, response }) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(factPage(fact));
  };
}

/** How an engine lists a fact's page: the snippet names the subject and never gives the answer away. */
export function factHit(origin: string, fact: Fact): DoublePage {
  return {
    url: `${origin}${fact.path}`,
    title: fact.title,
    text: `${fact.title}: ${fact.query}. Reference documentation with the defaults of every setting.`,
  };
}

/** An entry of an engine's `results` for any URL, promising to every ranker that goes by words. */
export function rawHit(url: string, title: string, content: string): Record<string, unknown> {
  return { url, title, content, engine: 'double', engines: ['double'], score: 1, category: 'general' };
}
