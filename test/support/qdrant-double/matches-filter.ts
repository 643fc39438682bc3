import type { Condition, FieldCondition, Filter } from './request-schemas.js';
import type { StoredPoint } from './stored-point.js';

/** Tells whether a point passes a filter; no filter lets everything pass. */
export function matchesFilter(point: StoredPoint, filter: Filter | undefined): boolean {
  if (!filter) return true;
  const passes = (condition: Condition) => matchesCondition(point, condition);
  const should = asList(filter.should);
  return (
    asList(filter.must).every(passes) &&
    !asList(filter.must_not).some(passes) &&
    (should.length === 0 || should.some(passes))
  );
}

/** Gives every field condition of a filter, nested ones too. */
export function fieldConditions(filter: Filter | undefined): FieldCondition[] {
  if (!filter) return [];
  return [filter.must, filter.must_not, filter.should].flatMap(asList).flatMap((condition) => {
    if ('key' in condition) return [condition];
    return 'has_id' in condition ? [] : fieldConditions(condition);
  });
}

function asList(conditions: Condition | Condition[] | undefined): Condition[] {
  return conditions === undefined ? [] : Array.isArray(conditions) ? conditions : [conditions];
}

function matchesCondition(point: StoredPoint, condition: Condition): boolean {
  if ('has_id' in condition) return condition.has_id.includes(point.id);
  if (!('key' in condition)) return matchesFilter(point, condition);
  const value = point.payload[condition.key];
  const values = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (condition.is_empty !== undefined && (values.length === 0) !== condition.is_empty) return false;
  if (condition.is_null !== undefined && (value === null) !== condition.is_null) return false;
  const { match, range } = condition;
  if (match && !values.some((one) => matchesValue(one, match))) return false;
  return !range || values.some((one) => isWithin(one, range));
}

function matchesValue(value: unknown, match: NonNullable<FieldCondition['match']>): boolean {
  if ('value' in match) return value === match.value;
  if ('any' in match) return match.any.some((one) => one === value);
  return !match.except.some((one) => one === value);
}

function isWithin(value: unknown, range: NonNullable<FieldCondition['range']>): boolean {
  const at = comparable(
    value,
    Object.values(range).some((bound) => typeof bound === 'string'),
  );
  if (at === null) return false;
  const bound = (given: number | string | undefined, otherwise: number) =>
    given === undefined ? otherwise : (comparable(given, typeof given === 'string') ?? Number.NaN);
  return (
    at > bound(range.gt, Number.NEGATIVE_INFINITY) &&
    at >= bound(range.gte, Number.NEGATIVE_INFINITY) &&
    at < bound(range.lt, Number.POSITIVE_INFINITY) &&
    at <= bound(range.lte, Number.POSITIVE_INFINITY)
  );
}

function comparable(value: unknown, asTime: boolean): number | null {
  if (!asTime) return typeof value === 'number' ? value : null;
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
