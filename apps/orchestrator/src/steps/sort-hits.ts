import { normaliseUrl, sourceIdOf } from '@agentic-search/shared/identifiers';
import type { SearchHit } from '@agentic-search/shared/ports/search-engine';
import { allowedSource } from './evidence-of.js';
import { freshSince } from './freshness.js';
import type { StepContext } from './step.js';

/** A hit that may be crawled, with its normalised URL. */
export interface Candidate {
  hit: SearchHit;
  url: string;
}

export interface SortedHits {
  candidates: Candidate[];
  dropped: { url: string; reason: string }[];
  /** Normalised URLs of fresh pages that the knowledge base holds; they count as read. */
  alreadyHeld: string[];
}

/** Splits an engine's hits into those worth ranking and those that are out, each with its reason. */
export async function sortHits(context: StepContext, hits: readonly SearchHit[]): Promise<SortedHits> {
  const { record } = context;
  const known = new Set(record.read_urls);
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  const dropped: SortedHits['dropped'] = [];
  for (const hit of hits) {
    const url = normaliseUrl(hit.url);
    const reason =
      url === null
        ? 'not_http'
        : !allowedSource(sourceIdOf(url), record.request)
          ? 'excluded'
          : known.has(url)
            ? 'already_read'
            : seen.has(url)
              ? 'duplicate'
              : null;
    if (url === null || reason !== null) {
      dropped.push({ url: hit.url.slice(0, 2_048), reason: reason ?? 'not_http' });
      continue;
    }
    seen.add(url);
    candidates.push({ hit, url });
  }
  const held = await heldUrls(
    context,
    candidates.map((candidate) => candidate.url),
  );
  return {
    candidates: candidates.filter((candidate) => !held.has(candidate.url)),
    dropped: [
      ...dropped,
      ...candidates
        .filter(({ url }) => held.has(url))
        .map(({ hit }) => ({ url: hit.url, reason: 'fresh_in_knowledge_base' })),
    ],
    alreadyHeld: [...held],
  };
}

/** Which of the URLs lead to pages that this namespace holds and that were checked recently enough. */
async function heldUrls(context: StepContext, urls: readonly string[]): Promise<Set<string>> {
  const { parts, record, signal } = context;
  const since = freshSince(record, parts.limits.pageMaxAgeSeconds, parts.now());
  const pointers = await parts.pages.lookupMany(urls);
  const held = await Promise.all(
    urls.map(async (url, position) => {
      const page = await parts.store.passages.page(record.namespace, pointers[position]?.final_url ?? url, {
        signal,
      });
      return page !== null && Date.parse(page.checked_at) >= since ? url : null;
    }),
  );
  return new Set(held.filter((url) => url !== null));
}
