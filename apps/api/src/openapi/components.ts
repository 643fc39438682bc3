import { searchViewSchema } from '@agentic-search/shared/records';
import {
  forgottenSourceSchema,
  knowledgeSearchInputSchema,
  knowledgeSearchResultSchema,
  knowledgeStatusSchema,
  searchInputSchema,
  sourcePageSchema,
} from '@agentic-search/shared/services';
import { z } from 'zod';
import { sessionInputSchema } from '../access/create-session.js';
import { healthSchema } from '../ops/health.js';
import { readinessSchema } from '../ops/readiness.js';
import { problemCodes } from '../problem.js';
import { acceptedSearchSchema, searchListSchema } from '../searches/schemas.js';
import { type JsonSchema, jsonSchema } from './json-schema.js';

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  code: z.enum(Object.keys(problemCodes)),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

const question: JsonSchema = {
  type: 'string',
  minLength: 1,
  description: '1 to 2,000 characters after trimming',
};

/** JSON Schema cannot see behind a trim: the limits of the question are told by hand. */
function withQuestion(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...(schema.properties as JsonSchema), query: question } };
}

/** The schemas of the document, by name. */
export const components = {
  SearchInput: () => withQuestion(jsonSchema(searchInputSchema, 'input')),
  AcceptedSearch: () => jsonSchema(acceptedSearchSchema),
  Search: () => jsonSchema(searchViewSchema),
  SearchList: () => jsonSchema(searchListSchema),
  KnowledgeSearchInput: () => withQuestion(jsonSchema(knowledgeSearchInputSchema, 'input')),
  KnowledgeSearchResult: () => jsonSchema(knowledgeSearchResultSchema),
  KnowledgeStatus: () => jsonSchema(knowledgeStatusSchema),
  SourcePage: () => jsonSchema(sourcePageSchema),
  ForgottenSource: () => jsonSchema(forgottenSourceSchema),
  SessionInput: () => jsonSchema(sessionInputSchema, 'input'),
  Health: () => jsonSchema(healthSchema),
  Readiness: () => jsonSchema(readinessSchema),
  Problem: () => jsonSchema(problemSchema),
} as const satisfies Record<string, () => JsonSchema>;

export type ComponentName = keyof typeof components;
export const refTo = (name: ComponentName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
