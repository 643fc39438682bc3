import { PermanentError } from '@agentic-search/shared/errors';
import { countTokens } from '@agentic-search/shared/gateway';
import { embeddingText, type PassageText } from './embed-passages.js';

/** Tokenizers of embedding models count up to some percent more than the one that counts here. */
const MARGIN = 1.15;

/** Throws PermanentError `over_budget` when embedding the passages may cost more tokens than `limit`. */
export async function assertWithin(limit: number, passages: readonly PassageText[]): Promise<void> {
  const texts = passages.map((passage) => embeddingText(passage));
  // No token is shorter than a byte: most pages need no count.
  if (texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= limit) return;
  let tokens = 0;
  for (const text of texts) {
    tokens += (await countTokens(text)) * MARGIN;
    if (tokens > limit)
      throw new PermanentError('over_budget', "the search's cost limit leaves no room to embed the page");
  }
}
