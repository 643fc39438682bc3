import { OpenAPIHono } from '@hono/zod-openapi';
import type { Route } from '../route.js';
import { components } from './components.js';
import { request, responses } from './describe.js';
import type { JsonSchema } from './json-schema.js';

type Registry = OpenAPIHono['openAPIRegistry'];
type OperationConfig = Parameters<Registry['registerPath']>[0];
type SchemaComponent = Parameters<Registry['registerComponent']>[2];

/** Statuses that a route can answer by its access and place, whatever its handler does. */
function commonProblems(route: Route): number[] {
  const limited = route.path.startsWith('/v1/');
  return [403, ...(route.access === 'open' ? [] : [401, 429, 503]), ...(limited ? [429] : []), 500];
}

/** The OpenAPI 3.1 document of a table of routes. */
export function createDocument(routes: readonly Route[], accessControl: boolean): JsonSchema {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono();
  for (const [name, schema] of Object.entries(components)) {
    registry.registerComponent('schemas', name, schema() as SchemaComponent);
  }
  registry.registerComponent('securitySchemes', 'key', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'agentic_search_session',
  });
  for (const route of routes) {
    const { doc } = route;
    const operation = {
      method: route.method,
      path: route.path,
      operationId: `${route.method}${route.path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_all, next) => (next ?? '').toUpperCase())}`,
      summary: doc.summary,
      ...(doc.description ? { description: doc.description } : {}),
      tags: [doc.tag],
      ...(route.access === 'open' || !accessControl ? {} : { security: [{ key: [] }, { session: [] }] }),
      ...request(doc),
      responses: responses(doc, [...commonProblems(route), ...(doc.problems ?? [])]),
    };
    registry.registerPath(operation as unknown as OperationConfig);
  }
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Agentic Search',
      version: '0.1.0',
      description: 'Ask a question; get a cited answer, its history and its receipt.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
  }) as unknown as JsonSchema;
}
