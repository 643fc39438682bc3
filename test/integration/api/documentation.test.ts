import { readFile } from 'node:fs/promises';
import { parseConfig } from '@agentic-search/shared/config';
import { searchStatusSchema } from '@agentic-search/shared/records';
import { describe, expect, it } from 'vitest';
import { Gatekeeper } from '../../../apps/api/src/access/gatekeeper.js';
import type { AppParts } from '../../../apps/api/src/parts.js';
import { problemCodes } from '../../../apps/api/src/problem.js';
import { createRoutes } from '../../../apps/api/src/routes.js';

/** A file, with the padding of its tables taken out. */
const read = async (path: string) =>
  (await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')).replaceAll(/ {2,}/g, ' ');

/** The words of a union of string literals in a source file. */
function literals(source: string, from: string): string[] {
  const start = source.indexOf(from);
  const end = source.indexOf(';', start);
  return [...source.slice(start, end).matchAll(/'([a-z_]+)'/g)].map(([, word]) => word ?? '');
}

describe('the pages on the API', () => {
  it('list every problem code with its status', async () => {
    const page = await read('docs/errors.md');
    for (const [code, [status]] of Object.entries(problemCodes)) {
      expect(page).toContain(`| \`${code}\` | ${status} |`);
    }
    const listed = [...page.matchAll(/^\| `(\w+)` \| [45]\d\d \|/gm)].map(([, code]) => code);
    expect(listed.sort()).toEqual(Object.keys(problemCodes).sort());
  });

  it('list every fetch failure, engine failure and final status', async () => {
    const page = await read('docs/errors.md');
    const fetcher = literals(
      await read('packages/shared/src/ports/fetcher/fetcher.ts'),
      'type FetchFailureCode',
    );
    const engine = literals(await read('packages/shared/src/ports/search-engine/search-engine.ts'), 'code:');
    expect(fetcher.length).toBeGreaterThan(20);
    expect(engine.length).toBeGreaterThan(5);
    for (const code of [...fetcher, ...engine, ...searchStatusSchema.options]) {
      expect(page).toContain(`| \`${code}\` |`);
    }
  });

  it('list every route', async () => {
    const page = await read('docs/api.md');
    const config = parseConfig({});
    // Building the table reads nothing of its parts.
    const parts = { config, redis: {}, prefix: 'x' } as unknown as AppParts;
    for (const { method, path } of createRoutes(parts, new Gatekeeper(parts))) {
      if (path !== '/docs/{asset}') expect(page).toContain(`\`${method.toUpperCase()} ${path}`);
    }
  });
});
