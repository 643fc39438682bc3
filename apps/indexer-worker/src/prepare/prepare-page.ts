import { passageWeights } from '@agentic-search/shared/retrieval';
import { chunkMarkdown } from '../chunk/chunk-markdown.js';
import { parseBlocks } from '../chunk/parse-blocks.js';
import { findCodeExamples } from '../code-examples/find-code-examples.js';

/** A page and how to cut it; sizes in UTF-16 units. */
export interface PageToPrepare {
  markdown: string;
  title: string;
  language: string | null;
  size: number;
  overlap: number;
  codeExamples: boolean;
}

/** A chunk of either type before it has its vector. Its content is `markdown.slice(start, end)`. */
export interface Passage {
  start: number;
  end: number;
  headingPath: string[];
  /** Language of the text, or of the code. */
  language: string | null;
  /** For code, what the page says before it; else empty. */
  prose: string;
  lexical: ReadonlyMap<string, number>;
}

export interface PreparedPage {
  text: Passage[];
  code: Passage[];
}

/** An example may be longer than a chunk: code is of little use in halves. */
const CODE_PER_CHUNK_SIZE = 4;

/** Everything about a page that costs CPU and nothing else: its chunks, its code examples and their terms. */
export function preparePage(page: PageToPrepare): PreparedPage {
  const { markdown, title, language, size, overlap } = page;
  const map = parseBlocks(markdown);
  const text = chunkMarkdown(markdown, { size, overlap }, map).map(({ start, end, headingPath }) => {
    const lexical = passageWeights(markdown.slice(start, end), language, { title, headingPath });
    return { start, end, headingPath, language, prose: '', lexical };
  });
  const examples = page.codeExamples ? findCodeExamples(markdown, map, size * CODE_PER_CHUNK_SIZE) : [];
  const code = examples.map((example) => {
    const place = { title, headingPath: [...example.headingPath, example.prose] };
    return {
      ...example,
      lexical: passageWeights(markdown.slice(example.start, example.end), language, place),
    };
  });
  return { text, code };
}
