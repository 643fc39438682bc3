import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import type { TestApi } from './start-api.js';

const operationSchema = z.looseObject({
  responses: z.record(
    z.string(),
    z.looseObject({
      content: z.record(z.string(), z.looseObject({ schema: z.record(z.string(), z.unknown()) })).optional(),
    }),
  ),
});
export const documentSchema = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
export type ApiDocument = z.infer<typeof documentSchema>;

/** One answer that was held to the document. */
export interface DocumentedAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of anything else. */
  body: unknown;
}

/** Every (operation, status) and every problem code that was seen, over all clients of a test file. */
export const seen = { operations: new Set<string>(), codes: new Set<string>() };

/** Sends requests to an app and holds every answer to its OpenAPI document: status, media type, body. */
export async function documentedClient(api: TestApi, init: { headers?: Record<string, string> } = {}) {
  const fetched = await api.app.request('http://127.0.0.1/openapi.json', init);
  const document = documentSchema.parse(await fetched.json());
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  const compiled = new Map<string, ValidateFunction>();

  const validate = (schema: Record<string, unknown>, body: unknown, where: string): void => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
    const key = JSON.stringify(absolute);
    const check = compiled.get(key) ?? ajv.compile(absolute);
    compiled.set(key, check);
    if (!check(body)) {
      throw new Error(
        `${where} does not follow the document: ${ajv.errorsText(check.errors)}\n${JSON.stringify(body)}`,
      );
    }
  };

  const pathOf = (pathname: string): string | undefined =>
    Object.keys(document.paths)
      .filter((path) =>
        new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
      )
      .sort((one, other) => one.split('{').length - other.split('{').length)[0];

  const request = async (
    method: string,
    path: string,
    options: RequestInit = {},
  ): Promise<DocumentedAnswer> => {
    const headers = { ...init.headers, ...(options.headers as Record<string, string> | undefined) };
    const response = await api.app.request(`http://127.0.0.1${path}`, { method, ...options, headers });
    const media = response.headers.get('content-type')?.split(';')[0] ?? null;
    const text = await response.text();
    const body: unknown = media?.endsWith('json') ? JSON.parse(text) : text;
    if (media === 'application/problem+json') {
      validate({ $ref: '#/components/schemas/Problem' }, body, `${method} ${path}`);
      seen.codes.add((body as { code: string }).code);
    }
    const template = pathOf(new URL(path, 'http://x').pathname);
    const operation = template && document.paths[template]?.[method.toLowerCase()];
    if (!operation) {
      if (response.status !== 404 && response.status !== 405)
        throw new Error(`${method} ${path} is not documented`);
      return { status: response.status, headers: response.headers, body };
    }
    const where = `${method} ${template} ${response.status}`;
    seen.operations.add(where);
    const answer = operation.responses[response.status];
    if (!answer) throw new Error(`${where} is not documented: ${text}`);
    const content = answer.content ?? {};
    if (Object.keys(content).length === 0) {
      if (text !== '') throw new Error(`${where} should have no body`);
    } else if (!content['*/*']) {
      const schema = media === null ? undefined : content[media]?.schema;
      if (!schema) throw new Error(`${where}: ${media} is not documented`);
      validate(schema, body, where);
    }
    return { status: response.status, headers: response.headers, body };
  };
  const json = (method: string, path: string, value: unknown, headers: Record<string, string> = {}) =>
    request(method, path, {
      body: typeof value === 'string' ? value : JSON.stringify(value),
      headers: { 'content-type': 'application/json', ...headers },
    });
  return { document, request, json };
}
export type DocumentedClient = Awaited<ReturnType<typeof documentedClient>>;
