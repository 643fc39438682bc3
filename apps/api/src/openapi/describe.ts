import type { z } from 'zod';
import { type ComponentName, refTo } from './components.js';
import { type JsonSchema, queryParameters } from './json-schema.js';

/** What the document says of a route, beside its method, path and access. */
export interface RouteDoc {
  summary: string;
  description?: string;
  tag: 'searches' | 'knowledge base' | 'operations' | 'access';
  query?: z.ZodObject;
  /** Names of path parameters. */
  path?: string[];
  headers?: { name: string; schema: JsonSchema; description: string }[];
  body?: ComponentName;
  /** Media types of the body; JSON when left out. */
  bodyTypes?: string[];
  answers: Record<number, Answer>;
  /** Statuses of problems, beside those that the access brings. */
  problems?: number[];
}

export interface Answer {
  description: string;
  /** A component's name for JSON, or a media type of something else; null for an empty body. */
  content: { json: ComponentName } | { media: string } | null;
  headers?: string[];
}

function parameters(doc: RouteDoc): JsonSchema[] {
  const path = (doc.path ?? []).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const headers = (doc.headers ?? []).map((header) => ({ ...header, in: 'header', required: false }));
  return [...path, ...(doc.query ? queryParameters(doc.query) : []), ...headers];
}

function answerContent(content: Answer['content']): JsonSchema {
  if (content === null) return {};
  if ('json' in content) return { content: { 'application/json': { schema: refTo(content.json) } } };
  const type = content.media === 'application/json' ? 'object' : 'string';
  return { content: { [content.media]: { schema: { type } } } };
}

const problemTexts: Record<number, string> = {
  400: 'Malformed JSON',
  401: 'No key, or one that is not known',
  403: 'Not for this key, host or origin',
  404: 'Not found',
  409: 'Against the state of things',
  413: 'Body above 1 MiB',
  415: 'Not JSON',
  422: 'Fields that break a rule, each named',
  429: 'Too many requests',
  500: 'A fault of the server',
  503: 'Redis or the vector store is away',
};

/** The responses of an operation: answers, then problems; a page request without a session gets a form for its 401. */
export function responses(doc: RouteDoc, problems: readonly number[]): JsonSchema {
  const told: JsonSchema = {};
  for (const status of [...new Set(problems)].sort((one, other) => one - other)) {
    const form = status === 401 ? { 'text/html': { schema: { type: 'string' } } } : {};
    told[status] = {
      description: problemTexts[status] ?? 'Problem',
      content: { 'application/problem+json': { schema: refTo('Problem') }, ...form },
    };
  }
  for (const [status, answer] of Object.entries(doc.answers)) {
    const names = (answer.headers ?? []).map((name) => [name, { schema: { type: 'string' } }]);
    told[status] = {
      ...(told[status] as JsonSchema | undefined),
      description: answer.description,
      ...(names.length > 0 ? { headers: Object.fromEntries(names) } : {}),
      ...answerContent(answer.content),
    };
  }
  return told;
}

/** The operation's request: parameters and body. */
export function request(doc: RouteDoc): JsonSchema {
  const types = doc.bodyTypes ?? ['application/json'];
  const list = parameters(doc);
  return {
    ...(list.length > 0 ? { parameters: list } : {}),
    ...(doc.body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              types.map((type) => [type, { schema: refTo(doc.body ?? 'Problem') }]),
            ),
          },
        }
      : {}),
  };
}
