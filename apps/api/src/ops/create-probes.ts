import type { Config } from '@agentic-search/shared/config';
import { embeddingProviderOf, type Knowledge } from '@agentic-search/shared/knowledge';
import { createLlm } from '@agentic-search/shared/ports/llm';
import { createSearchEngine, type SearchEngine } from '@agentic-search/shared/ports/search-engine';
import type { VectorStore } from '@agentic-search/shared/ports/vector-store';
import type { Redis } from 'ioredis';
import type { CheckName, Probe } from './readiness.js';

/** An LLM or embedder bills, or counts, what it is asked: it is looked at this often at most. */
const MODEL_LOOK_MS = 10_000;

function engineProbe(engine: SearchEngine | null): Probe | null {
  if (!engine) return null;
  return async (signal) => {
    const { ok, detail } = await engine.check({ signal });
    if (!ok) throw new Error(detail);
  };
}

/** Repeats what a probe saw, for a while. */
function seldom(probe: Probe | null): Probe | null {
  let last: { at: number; seen: Promise<void> } | null = null;
  return (
    probe &&
    ((signal) => {
      if (!last || Date.now() - last.at >= MODEL_LOOK_MS) {
        const seen = probe(signal);
        seen.catch(() => undefined);
        last = { at: Date.now(), seen };
      }
      return last.seen;
    })
  );
}

/** The looks at what this process leans on; null for what is not configured. Sends nothing until one is asked. */
export function createProbes(
  config: Config,
  parts: { redis: Redis; store: VectorStore; openKnowledge: () => Promise<Knowledge> },
): Record<CheckName, Probe | null> {
  const { services, models } = config;
  const order = services.searchEngines.length > 0 ? services.searchEngines : null;
  const urls = { searxngUrl: services.searxngUrl, documentsUrl: services.documentsEngineUrl };
  const llm = createLlm({ apiKey: models.openaiApiKey, baseUrl: models.openaiBaseUrl, model: models.model });
  return {
    redis: async () => void (await parts.redis.ping()),
    vector_store: async (signal) => void (await parts.store.check({ signal })),
    search_engine: engineProbe(createSearchEngine({ ...urls, order })),
    llm: seldom(llm && (async (signal) => void (await llm.check({ signal })))),
    embedder: seldom(
      embeddingProviderOf(config) === 'lexical'
        ? null
        : async (signal) => {
            const { embedder } = await parts.openKnowledge();
            if (!embedder) throw new Error('the collection was made for another embedder');
            await embedder.check({ signal });
          },
    ),
    documents: engineProbe(createSearchEngine({ ...urls, searxngUrl: null, order: null })),
  };
}
