import { type EmbedBatchesOptions, embedBatches } from '@agentic-search/shared/ports/embedder';

/** A passage as far as its vector goes. */
export interface PassageText {
  title: string;
  headingPath: readonly string[];
  /** Code: what the page says before it; else empty. */
  prose: string;
  content: string;
}

export interface EmbeddedPassages {
  /** One per passage, in order; null where the embedder refused whatever was tried. */
  vectors: (Float32Array | null)[];
  tokens: number;
  /** Passages whose whole text the embedder refused. */
  refused: number;
}

/** Shares of the content that are tried in turn where the embedder refuses a passage; 0 leaves its place alone. */
const SHARES = [1, 1 / 2, 1 / 4, 0];

/** What is embedded of a passage: the title, the headings over it and `share` of its content. */
export function embeddingText({ title, headingPath, prose, content }: PassageText, share = 1): string {
  const place = [title, ...headingPath.filter((heading, index) => index > 0 || heading !== title)];
  const head = place.filter((part) => part !== '').join(' > ');
  return [head, prose, content.slice(0, Math.floor(content.length * share)).toWellFormed()]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

/**
 * Embeds passages in batches. One that the embedder refuses is tried again with less of its content, at last with
 * its title and headings alone, so that it can be found by its place at least. Throws as `embedBatches`.
 */
export async function embedPassages(
  passages: readonly PassageText[],
  options: Omit<EmbedBatchesOptions, 'texts'>,
): Promise<EmbeddedPassages> {
  const vectors: (Float32Array | null)[] = passages.map(() => null);
  let open = passages.map((passage, index) => ({ passage, index }));
  let tokens = 0;
  let refused = 0;
  for (const share of SHARES) {
    if (open.length === 0) break;
    const texts = open.map(({ passage }) => embeddingText(passage, share));
    const embedded = await embedBatches({ ...options, texts });
    tokens += embedded.tokens;
    open = open.filter(({ index }, position) => {
      const result = embedded.results[position];
      if (result?.ok) vectors[index] = result.vector;
      return !result?.ok;
    });
    if (share === 1) refused = open.length;
  }
  return { vectors, tokens, refused };
}
