import { type FieldFault, InvalidInputError } from '../errors/app-error.js';
import { type Config, configFields } from './config.js';
import { crossFieldFaults } from './cross-field-faults.js';
import type { Field } from './field.js';

/** Names whose values are secrets, and values that carry a password in a URL. */
const SECRET_NAME = /(KEYS?|TOKEN|SECRET|REDIS_URL)$/;
const SECRET_VALUE = /:\/\/[^/]*@/;

function shown(name: string, value: string): string {
  return SECRET_NAME.test(name) || SECRET_VALUE.test(value) ? '(hidden)' : JSON.stringify(value);
}

function readField(field: Field<unknown>, env: NodeJS.ProcessEnv, faults: FieldFault[]): unknown {
  const given = field.env.flatMap((name) => {
    const value = env[name];
    return value === undefined || value.trim() === '' ? [] : [{ name, value }];
  });
  const values: { name: string; value: unknown }[] = [];
  for (const { name, value } of given) {
    const parsed = field.schema.safeParse(value);
    if (parsed.success) values.push({ name, value: parsed.data });
    else faults.push({ path: name, message: `is ${shown(name, value)}; allowed is ${field.allowed}` });
  }
  const [first, ...others] = values;
  if (!first) return field.default;
  for (const other of others) {
    if (JSON.stringify(other.value) !== JSON.stringify(first.value)) {
      faults.push({ path: other.name, message: `disagrees with ${first.name}; set only one of them` });
    }
  }
  return first.value;
}

/** Says which variables are set whose feature this version does not have. */
export function unusedVariables(env: NodeJS.ProcessEnv): string[] {
  return Object.values(configFields).flatMap((group) =>
    (Object.values(group) as Field<unknown>[])
      .filter((field) => field.later)
      .flatMap((field) => field.env.filter((name) => env[name] !== undefined && env[name] !== '')),
  );
}

/**
 * Reads all variables from `env` into one frozen object; an empty text counts as not set.
 * Throws InvalidInputError (`invalid_configuration`) that lists all faults: name, value, what is allowed.
 */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const faults: FieldFault[] = [];
  const groups = Object.entries(configFields).map(([groupName, group]) => {
    const values = Object.entries(group).map(([key, field]) => [
      key,
      readField(field as Field<unknown>, env, faults),
    ]);
    return [groupName, Object.freeze(Object.fromEntries(values))];
  });
  const config = Object.freeze(Object.fromEntries(groups)) as Config;
  if (faults.length === 0) faults.push(...crossFieldFaults(config));
  if (faults.length > 0) {
    const lines = faults.map((fault) => `  ${fault.path} ${fault.message}`).join('\n');
    throw new InvalidInputError('invalid_configuration', `the configuration has faults:\n${lines}`, faults);
  }
  return config;
}
