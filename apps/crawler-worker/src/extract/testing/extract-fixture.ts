import { readFile } from 'node:fs/promises';
import { extractPage } from '../extract-page.js';
import type { ExtractedPage, ExtractInput, ExtractResult } from '../extract-result.js';

const fixtures = new URL('../../../../../test/fixtures/site/', import.meta.url);

/** A page as it comes from the web, extracted. */
export function extract(body: string | Uint8Array, more: Partial<ExtractInput> = {}): ExtractResult {
  return extractPage({
    body: typeof body === 'string' ? Buffer.from(body) : body,
    contentType: 'text/html; charset=utf-8',
    finalUrl: 'https://docs.example/docs/retry',
    status: 200,
    headers: {},
    ...more,
  });
}

/** A file of the fixtures, extracted. */
export async function fixture(name: string, more: Partial<ExtractInput> = {}): Promise<ExtractResult> {
  return extract(await readFile(new URL(name, fixtures)), more);
}

/** What was extracted; throws for a page that is none. */
export function content(result: ExtractResult): ExtractedPage {
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}
