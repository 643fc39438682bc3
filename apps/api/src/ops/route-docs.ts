import type { RouteDoc } from '../openapi/describe.js';

const tag = 'operations';

export const healthDoc: RouteDoc = {
  tag,
  summary: 'The process is up',
  answers: { 200: { description: 'Up', content: { json: 'Health' } } },
};

export const readyDoc: RouteDoc = {
  tag,
  summary: 'What works, and what works less well',
  description:
    'Search engine, LLM, embedder and documents engine may be away: lines with `degraded` in a 200.',
  answers: {
    200: { description: 'Ready, or degraded', content: { json: 'Readiness' } },
    503: { description: 'Redis or the vector store is away', content: { json: 'Readiness' } },
  },
};

export const openapiDoc: RouteDoc = {
  tag,
  summary: 'This document',
  answers: { 200: { description: 'OpenAPI 3.1', content: { media: 'application/json' } } },
};

export const docsDoc: RouteDoc = {
  tag,
  summary: 'This document to read',
  answers: { 200: { description: 'A page; works offline', content: { media: 'text/html' } } },
};

export const docsAssetDoc: RouteDoc = {
  tag,
  summary: 'A file of that page',
  path: ['asset'],
  answers: { 200: { description: 'The file', content: { media: '*/*' } } },
  problems: [404],
};

export const bullBoardDoc: RouteDoc = {
  tag,
  summary: 'Bull Board: the queues to look at',
  description: 'What the page itself asks for lies below this path and is not described here.',
  answers: { 200: { description: 'A page', content: { media: 'text/html' } } },
};
