import type { AppName } from './apps.js';

/** What the system's own addresses are at the moment. */
export interface SystemAddresses {
  dataDir: string;
  redisUrl: string;
  host: string;
  port: number;
  documentsFolder: string | null;
  documents: { url: string; sites: { name: string; url: string }[] } | null;
}

/**
 * glibc keeps freed memory by arena, one a thread at worst, and in blocks it grew used to: with few arenas and fixed
 * thresholds what a finished worker thread held goes back to the machine. Blocks of the size V8 compiles in (32 KiB) are
 * among them: left in an arena they kept an idle crawler 30 MiB larger. (mallopt(3); bytes)
 */
const frugalMalloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/** Gives the environment of a child: the caller's, with the addresses of this system in it. */
export function childEnvironment(
  app: AppName,
  base: NodeJS.ProcessEnv,
  at: SystemAddresses,
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...frugalMalloc,
    ...base,
    DATA_DIR: at.dataDir,
    REDIS_URL: at.redisUrl,
    HOST: at.host,
    PORT: String(at.port),
  };
  if (at.documentsFolder !== null) env.SEARCH_DOCUMENTS = at.documentsFolder;
  if (app !== 'documents-engine' && at.documents !== null) {
    env.DOCUMENTS_ENGINE_URL = at.documents.url;
    // Exactly the sites served here, by host and port: nothing else on this machine becomes reachable.
    const hosts = at.documents.sites.map((site) => new URL(site.url).host);
    env.CRAWL_ALLOW_PRIVATE_HOSTS = [base.CRAWL_ALLOW_PRIVATE_HOSTS ?? '', ...hosts]
      .filter(Boolean)
      .join(',');
  }
  return env;
}
