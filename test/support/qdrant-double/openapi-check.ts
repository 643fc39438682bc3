import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';

/** Gives what is wrong with a request's body by the description, or null. */
export type OpenApiCheck = (method: string, path: string, body: unknown) => string | null;

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ requestBody: z.unknown().optional() }))),
});

/** Gives the check after a gzipped OpenAPI 3.0 description, or null where the file is not. */
export function openApiCheck(file: string): OpenApiCheck | null {
  if (!existsSync(file)) return null;
  const document = documentSchema.parse(
    asJsonSchema(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))),
  );
  // "uint", "float" and the like tell how the server keeps a number; the bounds stand beside them
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const known = new Map<string, ValidateFunction>();
  return (method, path, body) => {
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) return `${method} ${path} is not in the description`;
    if (operation.requestBody === undefined) return null;
    const key = `${method} ${path}`;
    const validate = known.get(key) ?? ajv.compile({ $ref: `api#${pointerTo(path, method)}` });
    known.set(key, validate);
    return validate(body) ? null : ajv.errorsText(validate.errors?.slice(0, 3), { dataVar: 'body' });
  };
}

function pointerTo(path: string, method: string): string {
  const pointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  const parts = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'];
  return parts.map((part) => `/${pointer(part)}`).join('');
}

/** OpenAPI 3.0 says `nullable` where JSON Schema names the type null. */
function asJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asJsonSchema(value)]));
  if (nullable !== true) return inner;
  if (typeof inner.type === 'string') return { ...inner, type: [inner.type, 'null'] };
  return { type: 'null' };
}
