import { extractPage } from './extract-page.js';
import type { ExtractInput, ExtractResult } from './extract-result.js';

/** Entry of the extraction threads: one page in, its result out. */
export default function extractInThread(input: ExtractInput): ExtractResult {
  return extractPage(input);
}
