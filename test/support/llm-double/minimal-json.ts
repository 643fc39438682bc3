type Schema = Record<string, unknown>;

/** Gives the smallest JSON value that is valid against a JSON Schema, for the keywords that zod writes. */
export function minimalJson(schema: unknown, root: unknown = schema): unknown {
  if (!isSchema(schema)) return null;
  if (typeof schema.$ref === 'string') return minimalJson(resolve(root, schema.$ref), root);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choice)) return minimalJson(choice[0], root);
  if (Array.isArray(schema.allOf))
    return minimalJson(Object.assign({}, schema, ...schema.allOf, { allOf: null }), root);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return minimalObject(schema, root);
    case 'array':
      return minimalArray(schema, root);
    case 'string':
      return minimalString(schema);
    case 'integer':
    case 'number':
      return minimalNumber(schema, type);
    case 'boolean':
      return false;
    default:
      return isSchema(schema.properties) ? minimalObject(schema, root) : null;
  }
}

function minimalObject(schema: Schema, root: unknown): Schema {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(properties);
  return Object.fromEntries(required.map((name) => [name, minimalJson(properties[name], root)]));
}

function minimalArray(schema: Schema, root: unknown): unknown[] {
  if (Array.isArray(schema.prefixItems)) return schema.prefixItems.map((item) => minimalJson(item, root));
  return Array.from({ length: number(schema.minItems) ?? 0 }, () => minimalJson(schema.items, root));
}

const formats: Record<string, string> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'a@example.com',
};

function minimalString(schema: Schema): string {
  const formatted = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  return formatted ?? 'x'.repeat(number(schema.minLength) ?? 0);
}

function minimalNumber(schema: Schema, type: string): number {
  const step = number(schema.multipleOf) ?? (type === 'integer' ? 1 : 0.5);
  const above = number(schema.exclusiveMinimum);
  const least = above !== null ? above + step : (number(schema.minimum) ?? 0);
  const most = number(schema.maximum);
  // zod bounds integers by the safe range: 0 is as good as the least of them.
  const value = least < 0 && (most === null || most >= 0) ? 0 : least;
  const onStep = Math.ceil(value / step) * step;
  return type === 'integer' || schema.multipleOf !== undefined ? onStep : value;
}

function resolve(root: unknown, reference: string): unknown {
  let at = root;
  for (const key of reference.replace(/^#\/?/, '').split('/').filter(Boolean))
    at = isSchema(at) ? at[key] : undefined;
  return at;
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
