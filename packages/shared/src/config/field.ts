import { z } from 'zod';

/** One environment variable: its names (first is the main one, others are aliases), what is allowed, what it does. */
export interface Field<T> {
  env: readonly [string, ...string[]];
  /** Parses the raw text; the empty text counts as not set. */
  schema: z.ZodType<T, string>;
  default: T;
  /** The default in words, where the value alone does not say it. */
  defaultShown?: string;
  /** What is allowed, in words, for the error message. */
  allowed: string;
  /** One line on the effect, for .env.example. */
  effect: string;
  /** The variable belongs to a feature that this version does not have: it is checked, and a warning says so. */
  later?: boolean;
}

/** Fields of a group, by the name of their value. */
export type Fields = Record<string, Field<unknown>>;
/** The values that a group of fields gives. */
export type ValuesOf<F extends Record<string, Field<unknown>>> = {
  readonly [Key in keyof F]: F[Key] extends Field<infer T> ? T : never;
};

type Names = string | readonly [string, ...string[]];
type Extra = { later?: boolean };
const names = (env: Names): readonly [string, ...string[]] => (typeof env === 'string' ? [env] : env);

/** `true` or `false` (also 1/0, yes/no, on/off). */
export function flag(env: Names, fallback: boolean, effect: string, extra: Extra = {}): Field<boolean> {
  return {
    env: names(env),
    schema: z.stringbool(),
    default: fallback,
    allowed: 'true or false',
    effect,
    ...extra,
  };
}

const numberText = z
  .string()
  .trim()
  .regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i)
  .transform(Number);

/** Makes the constructor of numeric fields of one kind. */
function numeric(kind: z.ZodNumber, words: string) {
  return (
    env: Names,
    fallback: number,
    [least, most]: [number, number],
    effect: string,
    extra: Extra = {},
  ): Field<number> => ({
    env: names(env),
    schema: numberText.pipe(kind.min(least).max(most)),
    default: fallback,
    allowed: `${words} from ${least} to ${most}`,
    effect,
    ...extra,
  });
}

/** A number in a closed range. */
export const number = numeric(z.number(), 'a number');

/** A number in a closed range, or nothing; `defaultShown` is what nothing means. */
export function optionalNumber(
  env: Names,
  defaultShown: string,
  range: [number, number],
  effect: string,
): Field<number | null> {
  return { ...number(env, range[0], range, effect), default: null, defaultShown } as Field<number | null>;
}

/** A whole number in a closed range. */
export const integer = numeric(z.int(), 'a whole number');

/** A whole number in a closed range, or nothing. */
export function optionalInteger(
  env: Names,
  range: [number, number],
  effect: string,
  extra: Extra = {},
): Field<number | null> {
  return { ...integer(env, range[0], range, effect, extra), default: null } as Field<number | null>;
}

/** Free text, or nothing. */
export function optionalText(env: Names, effect: string, extra: Extra = {}): Field<string | null> {
  return {
    env: names(env),
    schema: z.string().trim().min(1),
    default: null,
    allowed: 'a text',
    effect,
    ...extra,
  } as Field<string | null>;
}

/** Free text with a default. */
export function text(env: Names, fallback: string, effect: string, extra: Extra = {}): Field<string> {
  return {
    env: names(env),
    schema: z.string().trim().min(1),
    default: fallback,
    allowed: 'a text',
    effect,
    ...extra,
  };
}

/** A URL of the given protocols, or nothing. */
export function optionalUrl(
  env: Names,
  protocols: readonly string[],
  effect: string,
  extra: Extra = {},
): Field<string | null> {
  const schema = z
    .string()
    .trim()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)));
  const allowed = `a URL starting with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`;
  return { env: names(env), schema, default: null, allowed, effect, ...extra } as Field<string | null>;
}

/** One of the given words. */
export function choice<const T extends string>(
  env: Names,
  fallback: T,
  words: readonly T[],
  effect: string,
  extra: Extra = {},
): Field<T> {
  const schema = z
    .string()
    .trim()
    .pipe(z.enum(words as readonly [T, ...T[]])) as unknown as z.ZodType<T, string>;
  return {
    env: names(env),
    schema,
    default: fallback,
    allowed: `one of ${words.join(', ')}`,
    effect,
    ...extra,
  };
}

/** A comma-separated list whose items each match `item`. */
export function list<T>(
  env: Names,
  item: z.ZodType<T, string>,
  allowed: string,
  effect: string,
  extra: Extra = {},
): Field<readonly T[]> {
  const schema = z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item)) as unknown as z.ZodType<readonly T[], string>;
  return { env: names(env), schema, default: [], allowed, effect, ...extra };
}

/** JSON text of the given shape. */
export function json<T>(
  env: Names,
  fallback: T,
  shape: z.ZodType<T>,
  allowed: string,
  effect: string,
  extra: Extra = {},
): Field<T> {
  const schema = z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(shape) as unknown as z.ZodType<T, string>;
  return { env: names(env), schema, default: fallback, allowed, effect, ...extra };
}
