import type { z } from 'zod';
import type { FieldFault } from './app-error.js';

/** Turns a zod error into field faults: dotted path and message, one per issue; unknown keys are named one by one. */
export function fieldFaults(error: z.ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: 'unknown field' }));
    }
    return [{ path, message: issue.message }];
  });
}
