import { stat } from 'node:fs/promises';
import type { Config } from '@agentic-search/shared/config';
import { createEmbedder } from '@agentic-search/shared/ports/embedder';
import { createLlm } from '@agentic-search/shared/ports/llm';
import { createSearchEngine } from '@agentic-search/shared/ports/search-engine';
import { readDataDirHolder } from '@agentic-search/shared/private-redis';
import { z } from 'zod';
import { type Finding, reasonOf } from './finding.js';

const readySchema = z.object({ checks: z.object({ search_engine: z.object({ status: z.literal('ok') }) }) });

/** Checks the web search: the configured engines, or the folder of documents that `up` serves. */
export async function checkSearchEngine(config: Config, signal: AbortSignal): Promise<Finding> {
  const name = 'search engine';
  const { searxngUrl, documentsEngineUrl, searchDocuments, searchEngines, dataDir } = config.services;
  try {
    const folder = searchDocuments === null ? null : await stat(searchDocuments).catch(() => null);
    if (searchDocuments !== null && folder?.isDirectory() !== true) {
      return {
        name,
        state: 'failed',
        seen: `SEARCH_DOCUMENTS=${searchDocuments} is no folder`,
        advice: 'name a folder of HTML or Markdown',
      };
    }
    const order = searchEngines.filter((engine) => engine !== 'documents' || documentsEngineUrl !== null);
    const engine = createSearchEngine({ searxngUrl, documentsUrl: documentsEngineUrl, order });
    if (engine === null) {
      const holder = await readDataDirHolder(dataDir);
      if (searchDocuments !== null) {
        const runs = holder !== null ? 'served by the running system' : '`up` serves it';
        return { name, state: 'ok', seen: `documents in ${searchDocuments}, ${runs}`, advice: null };
      }
      // `up --documents` is known to the system that runs, not to this environment.
      if (holder?.url && (await searchesOf(holder.url, signal)))
        return { name, state: 'ok', seen: `the one of the system that runs at ${holder.url}`, advice: null };
      const advice = 'set SEARXNG_URL, or SEARCH_DOCUMENTS to a folder of HTML or Markdown';
      return { name, state: 'degraded', seen: 'none: only the knowledge base answers', advice };
    }
    const check = await engine.check({ signal });
    return {
      name,
      state: check.ok ? 'ok' : 'failed',
      seen: `${engine.name}: ${check.detail}`,
      advice: check.ok ? null : check.advice,
    };
  } catch (error) {
    return { name, state: 'failed', seen: reasonOf(error), advice: 'correct SEARXNG_URL or SEARCH_ENGINES' };
  }
}

/** Whether the running system at `url` has a search engine that answers. */
async function searchesOf(url: string, signal: AbortSignal): Promise<boolean> {
  const seen: unknown = await fetch(`${url}/ready`, { signal }).then(
    (response) => response.json(),
    () => null,
  );
  return readySchema.safeParse(seen).success;
}

/** Checks the language model; without one, rules decide. */
export async function checkLlm(config: Config, signal: AbortSignal): Promise<Finding> {
  const name = 'llm';
  const { openaiApiKey, openaiBaseUrl, model } = config.models;
  try {
    const llm = createLlm({ apiKey: openaiApiKey, baseUrl: openaiBaseUrl, model });
    if (llm === null) {
      const advice =
        'optional: set OPENAI_API_KEY or OPENAI_BASE_URL for better decisions and written answers';
      return { name, state: 'degraded', seen: 'none: rules decide, answers quote', advice };
    }
    return { name, state: 'ok', seen: `${llm.model}: ${(await llm.check({ signal })).detail}`, advice: null };
  } catch (error) {
    const advice = 'correct OPENAI_API_KEY, OPENAI_BASE_URL or MODEL_CHOICE; until then rules decide';
    return { name, state: 'degraded', seen: `${model}: ${reasonOf(error)}`, advice };
  }
}

/** Checks the embedder; without one, retrieval is lexical. */
export async function checkEmbedder(config: Config, signal: AbortSignal): Promise<Finding> {
  const name = 'embedder';
  const models = config.models;
  const apiKey = models.embeddingApiKey ?? models.openaiApiKey;
  const wanted = apiKey !== null || models.embeddingBaseUrl !== null;
  try {
    const embedder = await createEmbedder({
      provider: models.embeddingProvider === 'auto' && !wanted ? 'lexical' : models.embeddingProvider,
      apiKey,
      baseUrl: models.embeddingBaseUrl ?? models.openaiBaseUrl,
      model: models.embeddingModel,
      dimensions: models.embeddingDimensions,
      signal,
    });
    if (embedder === null) {
      const advice = 'optional: set EMBEDDING_BASE_URL or OPENAI_API_KEY to find passages by meaning too';
      return { name, state: 'degraded', seen: 'none: retrieval is lexical', advice };
    }
    return { name, state: 'ok', seen: (await embedder.check({ signal })).detail, advice: null };
  } catch (error) {
    const advice =
      'correct EMBEDDING_BASE_URL, EMBEDDING_API_KEY or EMBEDDING_MODEL, or EMBEDDING_PROVIDER=lexical';
    return { name, state: 'failed', seen: `${models.embeddingModel}: ${reasonOf(error)}`, advice };
  }
}

/** Says how reranking is set; this version has no reranker to run. */
export function checkReranker(config: Config): Finding {
  const name = 'reranker';
  if (!config.rag.useReranking) return { name, state: 'ok', seen: 'off', advice: null };
  const advice = 'unset USE_RERANKING; results say "reranked": false until then';
  return { name, state: 'degraded', seen: 'asked for, but this version has none', advice };
}

/** Says how pages are fetched; this version needs no browser. */
export function checkBrowser(config: Config): Finding {
  const name = 'browser';
  if (config.crawling.browser !== 'always') {
    return { name, state: 'ok', seen: 'not needed: pages are fetched over HTTP', advice: null };
  }
  const advice = 'set CRAWL_BROWSER=auto';
  return { name, state: 'degraded', seen: 'asked for always, but this version has none', advice };
}
