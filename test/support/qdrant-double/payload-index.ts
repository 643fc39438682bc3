import { badRequest } from './refusal.js';
import type { FieldCondition, IndexSchema } from './request-schemas.js';
import type { StoredPoint } from './stored-point.js';

type IndexType = 'keyword' | 'integer' | 'datetime';

export function indexType(schema: IndexSchema): IndexType {
  return typeof schema === 'string' ? schema : schema.type;
}

function isIndexed(value: unknown, type: IndexType): boolean {
  if (type === 'keyword') return typeof value === 'string';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Gives `payload_schema` of a collection's description. */
export function describeIndexes(indexes: ReadonlyMap<string, IndexSchema>, points: readonly StoredPoint[]) {
  return Object.fromEntries(
    [...indexes].map(([field, schema]) => {
      const type = indexType(schema);
      const count = points.filter(({ payload }) => isIndexed(payload[field], type)).length;
      return [
        field,
        { data_type: type, ...(typeof schema === 'string' ? {} : { params: schema }), points: count },
      ];
    }),
  );
}

/** Refuses a facet on a field that no index can look values up in. */
export function checkFacetIndex(indexes: ReadonlyMap<string, IndexSchema>, key: string): void {
  const schema = indexes.get(key);
  const lookup = schema && (typeof schema === 'string' || !('lookup' in schema) || schema.lookup !== false);
  if (!schema || !lookup || indexType(schema) === 'datetime')
    throw badRequest(
      `No appropriate index for faceting: \`${key}\`. Please create one to facet on this field.`,
    );
}

/** Refuses an order by a field that no index keeps in order. */
export function checkOrderIndex(indexes: ReadonlyMap<string, IndexSchema>, key: string): IndexType {
  const schema = indexes.get(key);
  const ordered = schema && (typeof schema === 'string' || !('range' in schema) || schema.range !== false);
  if (!schema || !ordered || indexType(schema) === 'keyword') {
    throw badRequest(
      `No range index for \`order_by\` key: \`${key}\`. Please create one to use \`order_by\`.`,
    );
  }
  return indexType(schema);
}

/** Gives what a value is ordered by: integers as they are, times in microseconds since 1970. */
export function orderValue(value: unknown, type: IndexType): number | null {
  if (!isIndexed(value, type)) return null;
  return type === 'integer' ? Number(value) : Date.parse(String(value)) * 1000;
}

/** Gives the index types that would serve a condition, as strict mode names them. */
export function neededIndex({ match, range }: FieldCondition): string {
  if (range)
    return Object.values(range).some((bound) => typeof bound === 'string') ? 'datetime' : 'integer, float';
  if (!match) return 'keyword';
  const value = 'value' in match ? match.value : 'any' in match ? match.any[0] : match.except[0];
  return typeof value === 'number' ? 'integer' : 'keyword';
}
