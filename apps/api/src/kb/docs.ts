import type { RouteDoc } from '../openapi/describe.js';
import { namespaceQuerySchema, sourcesQuerySchema } from './schemas.js';

const tag = 'knowledge base';

export const searchKbDoc: RouteDoc = {
  tag,
  summary: 'Retrieve passages',
  description: 'Never asks an LLM. The answer says what really ran.',
  body: 'KnowledgeSearchInput',
  answers: { 200: { description: 'Best first', content: { json: 'KnowledgeSearchResult' } } },
  problems: [400, 413, 415, 422],
};

export const kbStatusDoc: RouteDoc = {
  tag,
  summary: 'Counts, and how retrieval works',
  query: namespaceQuerySchema,
  answers: { 200: { description: 'Of one namespace', content: { json: 'KnowledgeStatus' } } },
  problems: [422],
};

export const listSourcesDoc: RouteDoc = {
  tag,
  summary: 'List sources',
  query: sourcesQuerySchema,
  answers: { 200: { description: 'By name', content: { json: 'SourcePage' } } },
  problems: [422],
};

export const deleteSourceDoc: RouteDoc = {
  tag,
  summary: 'Forget a source',
  path: ['source_id'],
  query: namespaceQuerySchema,
  answers: { 202: { description: 'Forgotten', content: { json: 'ForgottenSource' } } },
  problems: [404, 422],
};
