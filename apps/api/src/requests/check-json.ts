import { type FieldFault, InvalidInputError } from '@agentic-search/shared/errors';

const DEEPEST = 64;

function textFault(text: string): string | null {
  if (!text.isWellFormed()) return 'must be well-formed Unicode (a surrogate stands alone)';
  return text.includes('\0') ? 'must not contain NUL' : null;
}

/**
 * Refuses what no schema should have to think of: text that is none, names that reach into prototypes, and nesting
 * that would exhaust the stack of whoever walks it. Throws InvalidInputError `invalid_fields`.
 */
export function checkJson(root: unknown): void {
  const faults: FieldFault[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }];
  for (let next = open.pop(); next && faults.length < 20; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      const message = textFault(value);
      if (message) faults.push({ path, message });
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) {
      faults.push({ path, message: `must not be nested deeper than ${DEEPEST}` });
      break;
    }
    for (const [name, child] of Object.entries(value)) {
      const childPath = path === '' ? name : `${path}.${name}`;
      const message = name === '__proto__' ? 'unknown field' : textFault(name);
      if (message) faults.push({ path: childPath, message });
      else open.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
  if (faults.length > 0)
    throw new InvalidInputError('invalid_fields', 'the request has invalid fields', faults);
}
