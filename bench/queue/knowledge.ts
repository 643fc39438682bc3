import { chunkId, sha256Hex, sourceIdOf } from '@agentic-search/shared/identifiers';
import {
  type ChunkUpsert,
  MAX_UPSERT_CHUNKS,
  type VectorStore,
} from '@agentic-search/shared/ports/vector-store';
import { passageWeights } from '@agentic-search/shared/retrieval';
import { componentName, factOf } from './component-facts.js';
import { realPassages, type TextPassage } from './real-passages.js';
import { type SeededRandom, seededRandom } from './seeded-random.js';

/** A page of the knowledge base as passages. */
interface Page {
  url: string;
  title: string;
  passages: TextPassage[];
}

/** A knowledge base of exactly `chunks` chunks, and questions that it answers, one per component it documents. */
export interface BenchKnowledge {
  questions: string[];
  pages: Page[];
}

const SEED = 20_240_601;
const PASSAGES_PER_PAGE = 10;

/** Real documentation text: pages about made-up components, each with one fact of its own, among many others. */
export function benchKnowledge(counts: { chunks: number; questions: number }): BenchKnowledge {
  const random = seededRandom(SEED);
  const real = realPassages();
  const facts = Array.from({ length: counts.questions }, (_, index) => {
    const name = componentName(index);
    return { name, ...factOf(name, index, random) };
  });
  const pages = facts.map(({ name, heading, statement }) => ({
    url: `https://docs.bench.example/${name.toLowerCase()}/guide`,
    title: `${name} guide`,
    passages: [
      {
        content: withStatement(randomPassage(real, random), `${heading} of ${name}`, statement),
        heading_path: [`${heading} of ${name}`],
      },
    ],
  }));
  const rest = Array.from(
    { length: counts.chunks - counts.questions },
    (_, at) => real[at] ?? spliced(real, random),
  );
  for (let from = 0; from < rest.length; from += PASSAGES_PER_PAGE) {
    const number = from / PASSAGES_PER_PAGE + 1;
    pages.push({
      url: `https://reference.bench.example/${number}`,
      title: `Reference ${number}`,
      passages: rest.slice(from, from + PASSAGES_PER_PAGE),
    });
  }
  return { questions: facts.map(({ question }) => question), pages };
}

const randomPassage = (real: readonly TextPassage[], random: SeededRandom): TextPassage =>
  real[random.below(real.length)] ?? { content: '', heading_path: [] };

/** A passage with the statement as a paragraph of its own in its middle. */
function withStatement({ content }: TextPassage, heading: string, statement: string): string {
  const paragraphs = content.split('\n\n').filter((paragraph) => !/```|~~~/.test(paragraph));
  const middle = Math.ceil(paragraphs.length / 2);
  return [`## ${heading}`, ...paragraphs.slice(0, middle), statement, ...paragraphs.slice(middle)].join(
    '\n\n',
  );
}

/** Where the real passages are used up: the first half of one and the second half of another. */
function spliced(real: readonly TextPassage[], random: SeededRandom): TextPassage {
  const [first, second] = [randomPassage(real, random), randomPassage(real, random)];
  const half = (text: string) => Math.ceil(text.length / 2);
  const content = first.content.slice(0, half(first.content)) + second.content.slice(half(second.content));
  return { content: content.toWellFormed(), heading_path: first.heading_path };
}

/** Writes it through the store's port, as an indexer would. */
export async function fillStore(
  store: VectorStore,
  { pages }: BenchKnowledge,
  signal: AbortSignal,
): Promise<void> {
  const crawledAt = new Date().toISOString();
  const upserts = pages.flatMap((page) => upsertsOf(page, crawledAt));
  for (let from = 0; from < upserts.length; from += MAX_UPSERT_CHUNKS) {
    await store.chunks.upsert(upserts.slice(from, from + MAX_UPSERT_CHUNKS), { signal });
  }
}

function upsertsOf({ url, title, passages }: Page, crawledAt: string): ChunkUpsert[] {
  const pageHash = sha256Hex(passages.map(({ content }) => content).join('\n'));
  let start = 0;
  return passages.map(({ content, heading_path: headingPath }, index) => {
    const from = start;
    start += content.length;
    return {
      chunk: {
        id: chunkId({ namespace: 'default', url, type: 'text', index }),
        namespace: 'default',
        type: 'text',
        url,
        title,
        source_id: sourceIdOf(url),
        chunk_index: index,
        chunk_count: passages.length,
        start: from,
        end: start,
        heading_path: headingPath,
        content,
        context: null,
        content_hash: sha256Hex(content),
        page_hash: pageHash,
        language: 'en',
        published_at: null,
        crawled_at: crawledAt,
        checked_at: crawledAt,
        embedder: null,
      },
      dense: null,
      lexical: passageWeights(content, 'en', { title, headingPath }),
    };
  });
}
