import type { Evidence } from '@agentic-search/shared/records';
import { retrieve } from '@agentic-search/shared/retrieval';
import type { StepContext } from './step.js';

export interface Retrieved {
  evidence: Evidence[];
  retrieval: 'dense' | 'lexical' | 'hybrid';
  reranked: boolean;
}

/** Passages that a domain filter takes away must not leave the list short. */
const DOMAIN_SURPLUS = 4;

/** Whether a site is one of the domains or below one of them. */
export function inDomains(sourceId: string, domains: readonly string[]): boolean {
  return domains.some((domain) => {
    const bare = domain.replace(/^www\./, '');
    return sourceId === bare || sourceId.endsWith(`.${bare}`) || sourceId.startsWith(`${bare}:`);
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
  const found = await retrieve({
    store: parts.store,
    embedder: parts.embedder,
    queries,
    filter: { namespace: record.namespace, type: 'text' },
    limit: limited ? limit * DOMAIN_SURPLUS : limit,
    strategy: request.strategy,
    useHybridSearch: parts.limits.useHybridSearch,
    signal,
  });
  const evidence = found.evidence
    .filter((passage) => allowedSource(passage.source_id, request))
    .slice(0, limit);
  return { evidence, retrieval: found.retrieval, reranked: found.reranked };
}
