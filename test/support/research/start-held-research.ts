import { type EmbeddingDouble, startEmbeddingDouble } from '../embedding-double/embedding-double.js';
import { Gate } from '../gate.js';
import { type Fact, factPage, rawHit } from './quarrow.js';
import { type Research, startResearch } from './start-research.js';

/** A system with a model and an embedder, everything outside of which can be made to wait. */
export interface HeldResearch {
  research: Research;
  embedding: EmbeddingDouble;
  /** Where pages wait while it is held; items are paths. */
  pages: Gate<string>;
  /** Lets the page of a fact pass the gate, and only it be found for its question. */
  offer(fact: Fact): void;
  /** Lets everything go on. */
  release(): void;
  close(): Promise<void>;
}

/** Starts it; `settings` are added to those of the doubles. */
export async function startHeldResearch(
  options: { settings?: Record<string, string>; log?: (line: string) => void } = {},
): Promise<HeldResearch> {
  const embedding = await startEmbeddingDouble();
  const pages = new Gate<string>();
  const research = await startResearch({
    llm: true,
    ...(options.log ? { log: options.log } : {}),
    settings: {
      CRAWL_TIMEOUT_MS: '60000',
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_BASE_URL: embedding.baseUrl,
      EMBEDDING_MODEL: 'double',
      EMBEDDING_DIMENSIONS: String(embedding.dimensions),
      ...options.settings,
    },
  });
  const release = () => {
    for (const held of [pages, embedding, research.engine, research.llm]) held?.release();
  };
  return {
    research,
    embedding,
    pages,
    offer(fact) {
      const { engine, site } = research;
      engine.setHits(fact.question, [rawHit(site.url(fact.path), fact.title, fact.query)]);
      site.route(fact.path, async ({ response }) => {
        await pages.pass(fact.path);
        response.writeHead(200, { 'content-type': 'text/html' }).end(factPage(fact));
      });
    },
    release,
    async close() {
      release();
      await research.close();
      await embedding.close();
    },
  };
}
