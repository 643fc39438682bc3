import type { SearchView } from '@agentic-search/shared/records';
import type { SystemOptions } from '../../../apps/cli/src/launcher/index.js';
import { type LlmDouble, startLlmDouble } from '../llm-double/llm-double.js';
import { type LocalSite, startLocalSite } from '../local-site.js';
import {
  type SearchEngineDouble,
  startSearchEngineDouble,
} from '../search-engine-double/search-engine-double.js';
import { startTestSystem, type TestSystem } from '../test-system.js';
import { SEARCH_PATIENCE_MS } from './patience.js';
import { type FactName, factHit, factRoute, facts, rawHit } from './quarrow.js';
import { beSensible } from './sensible-model.js';

/** The built system with the outside world it talks to. */
export interface Research {
  system: TestSystem;
  site: LocalSite;
  engine: SearchEngineDouble;
  /** null when the rules decide. */
  llm: LlmDouble | null;
  /** Lets the engine find exactly these facts' pages for a query (the words of its pages find them otherwise). */
  offer(query: string, ...names: FactName[]): void;
  /** Submits a search and waits for its end. */
  search(body: Record<string, unknown>, timeoutMs?: number): Promise<SearchView>;
  close(): Promise<void>;
}

/** Settings that keep a test's system quick: whoever needs others gives them. */
const quick = { PAGE_MAX_AGE_SECONDS: '3600', CRAWL_TIMEOUT_MS: '2000' };

/**
 * Starts a site with the pages of Quarrow (and every oddity of site-routes.ts), an engine that finds them, a model
 * that decides sensibly where `llm` is true, and the built system over them.
 */
export async function startResearch(
  options: Partial<SystemOptions> & {
    llm?: boolean;
    engine?: boolean;
    robots?: string;
    settings?: Record<string, string>;
  } = {},
): Promise<Research> {
  const { llm: withModel = false, engine: withEngine = true, robots, settings, ...system } = options;
  const site = await startLocalSite(robots === undefined ? {} : { robots });
  for (const fact of Object.values(facts)) site.route(fact.path, factRoute(fact));
  const names = Object.keys(facts) as FactName[];
  const engine = await startSearchEngineDouble({
    pages: names.map((name) => factHit(site.origin, facts[name])),
  });
  const llm = withModel ? await startLlmDouble() : null;
  if (llm) beSensible(llm);
  const closeDoubles = async () => {
    engine.release();
    llm?.release();
    await Promise.all([site.close(), engine.close(), llm?.close()]);
  };
  try {
    const running = await startTestSystem({
      ...system,
      settings: {
        ...quick,
        CRAWL_ALLOW_PRIVATE_HOSTS: site.host,
        ...(withEngine ? { SEARXNG_URL: engine.url } : {}),
        ...(llm ? { OPENAI_BASE_URL: llm.baseUrl, MODEL_CHOICE: 'double', ...priced, ...lexical } : {}),
        ...settings,
      },
    });
    return {
      system: running,
      site,
      engine,
      llm,
      offer: (query, ...found) =>
        engine.setHits(
          query,
          found.map((name) => {
            const { url, title, text } = factHit(site.origin, facts[name]);
            return rawHit(url, title, text);
          }),
        ),
      search: async (body, timeoutMs = SEARCH_PATIENCE_MS) =>
        running.finished(await running.submit(body), timeoutMs),
      async close() {
        // Held requests would keep a process from its orderly end.
        engine.release();
        llm?.release();
        await running.stop();
        await closeDoubles();
      },
    };
  } catch (error) {
    await closeDoubles();
    throw error;
  }
}

const priced = { MODEL_PRICES: JSON.stringify({ double: { input: 1, output: 4 } }) };
const lexical = { EMBEDDING_PROVIDER: 'lexical' };
