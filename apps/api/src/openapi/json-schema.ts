import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** zod spells out what the format already says, and the limits of JavaScript's numbers. */
function simplify(json: JsonSchema): void {
  if (json.format === 'date-time') delete json.pattern;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
}

/** A zod schema as JSON Schema 2020-12, which is what OpenAPI 3.1 speaks; `input`: as callers write it. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
  const {
    $schema: _dialect,
    $defs: _defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ jsonSchema: part }) => simplify(part as JsonSchema),
  });
  // The one schema that refers to itself is "any JSON"; a reference to the root would miss inside the document.
  return JSON.parse(JSON.stringify(json).replaceAll(/\{"\$ref":"#\/\$defs\/[^"]+"\}/g, '{}')) as JsonSchema;
}

/** The fields of a strict query schema as OpenAPI parameters. */
export function queryParameters(schema: z.ZodObject): JsonSchema[] {
  const { properties = {} } = jsonSchema(schema, 'output') as { properties?: Record<string, JsonSchema> };
  const { required = [] } = jsonSchema(schema, 'input') as { required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}
