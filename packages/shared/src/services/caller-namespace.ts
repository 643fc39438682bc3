import type { Caller } from '../access/caller.js';
import { PermanentError } from '../errors/app-error.js';

/**
 * The namespace a call works in: the key's own; for a `*` key the named one, else `default`.
 * Naming one the key does not have throws PermanentError `forbidden_namespace` (403).
 */
export function callerNamespace(caller: Caller, asked: string | null): string {
  if (caller.namespace === '*') return asked ?? 'default';
  if (asked === null || asked === caller.namespace) return caller.namespace;
  throw new PermanentError('forbidden_namespace', 'this key has no access to that namespace');
}
