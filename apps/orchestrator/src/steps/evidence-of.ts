import type { Evidence } from '@agentic-search/shared/records';
import { type Retrieval, retrieve } from '@agentic-search/shared/retrieval';
import type { StepContext } from './step.js';

export interface Retrieved {
  evidence: Evidence[];
  retrieval: 'dense' | 'lexical' | 'hybrid';
  reranked: boolean;
  /** Tokens that were paid for the vectors of the queries. */
  embeddingTokens: number;
}

/** Passages that a domain filter takes away must not leave the list short: so many times more are looked at, then all that retrieval gives. */
const DOMAIN_SURPLUS = 4;
const MOST_LOOKED_AT = 1_000;

/** Whether a site is one of the domains or below one of them. */
export function inDomains(sourceId: string, domains: readonly string[]): boolean {
  return domains.some((domain) => {
    const bare = domain.replace(/^www\./, '');
    // A domain without a port means the host on every port.
    const site = /:\d+$/.test(bare) ? sourceId : sourceId.replace(/:\d+$/, '');
    return site === bare || site.endsWith(`.${bare}`);
  });
}

/** Whether the search may use what lies on this site. */
export function allowedSource(
  sourceId: string,
  request: { include_domains: string[]; exclude_domains: string[] },
): boolean {
  if (inDomains(sourceId, request.exclude_domains)) return false;
  return request.include_domains.length === 0 || inDomains(sourceId, request.include_domains);
}

/** Retrieves for one or more queries (fused), the search's domain limits applied. */
export async function evidenceOf(
  context: StepContext,
  queries: readonly [string, ...string[]],
): Promise<Retrieved> {
  const { parts, record, signal } = context;
  const { request } = record;
  const limited = request.include_domains.length + request.exclude_domains.length > 0;
  const limit = parts.limits.maxPassages;
  const look = (size: number) =>
    retrieve({
      store: parts.store,
      embedder: parts.embedder,
      queries,
      filter: { namespace: record.namespace, type: 'text' },
      limit: size,
      strategy: request.strategy,
      useHybridSearch: parts.limits.useHybridSearch,
      signal,
    });
  const allowed = (found: Retrieval) =>
    found.evidence.filter((passage) => allowedSource(passage.source_id, request));
  const size = limited ? limit * DOMAIN_SURPLUS : limit;
  let found = await look(size);
  let { embeddingTokens } = found;
  if (limited && allowed(found).length < limit && found.evidence.length === size) {
    found = await look(MOST_LOOKED_AT);
    embeddingTokens += found.embeddingTokens;
  }
  const { retrieval, reranked } = found;
  return { evidence: allowed(found).slice(0, limit), retrieval, reranked, embeddingTokens };
}
