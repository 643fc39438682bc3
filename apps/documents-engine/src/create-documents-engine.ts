import { readFile, realpath } from 'node:fs/promises';
import type { Server } from 'node:http';
import { basename, join } from 'node:path';
import { decodeBody } from '@agentic-search/shared/text-decoding';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { createEngineApp } from './engine-app.js';
import { findPages, findSites, type SiteFolder } from './find-pages.js';
import { rememberPorts } from './listen-on-remembered-port.js';
import { createPageIndex, type PageIndex } from './page-index.js';
import { readPage } from './read-page.js';
import { createSiteApp } from './site-app.js';

/** One served site: `url` is its origin. */
export interface DocumentsSite {
  name: string;
  url: string;
}

/** A running documents engine. */
export interface DocumentsEngine {
  /** Origin of the search endpoint. */
  readonly url: string;
  readonly sites: readonly DocumentsSite[];
  /** Settles once every page is indexed; rejects when the folder cannot be read. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves each first-level subfolder of `folder` as a site on loopback and searches them all. Ports are remembered in
 * `dataDir`; `log` hears of a port that had to change and of files that cannot be read. Indexing goes on in the background.
 * Throws when the folder is not there or cannot be read.
 */
export async function createDocumentsEngine(options: {
  folder: string;
  dataDir: string;
  log: (message: string) => void;
}): Promise<DocumentsEngine> {
  const folder = await realpath(options.folder);
  const ports = await rememberPorts(join(options.dataDir, 'documents-engine', 'ports.json'));
  const servers: Server[] = [];
  const serve = async (app: Hono, name: string): Promise<string> => {
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    const { port, movedFrom } = await ports.listen(server, name);
    servers.push(server);
    if (movedFrom !== null) {
      options.log(
        `port ${movedFrom} of ${name} is taken by another program: it is served on port ${port} now`,
      );
    }
    return `http://127.0.0.1:${port}`;
  };

  const index = createPageIndex();
  const folders = await findSites(folder);
  const sites: DocumentsSite[] = [];
  let closed = false;
  for (const site of folders) {
    // The folder is part of the name: another folder's site must not answer under this one's address.
    sites.push({ name: site.name, url: await serve(createSiteApp(site), join(folder, site.name)) });
  }
  let isReady = false;
  const onUnreadable = (path: string, error: unknown): void =>
    options.log(`${path} cannot be read and is left out: ${error instanceof Error ? error.message : error}`);
  const ready = indexAll(folders, sites, index, () => closed, onUnreadable).then(() => {
    isReady = true;
  });
  ready.catch((error: unknown) => options.log(`indexing failed: ${String(error)}`));
  const url = await serve(
    createEngineApp({ index, ready, isReady: () => isReady, sites: () => sites }),
    `search over ${folder}`,
  );
  return {
    url,
    sites,
    ready,
    async close() {
      closed = true;
      await Promise.all(servers.map(closeServer));
    },
  };
}

async function indexAll(
  folders: SiteFolder[],
  sites: DocumentsSite[],
  index: PageIndex,
  stopped: () => boolean,
  onUnreadable: (path: string, error: unknown) => void,
): Promise<void> {
  for (const [at, folder] of folders.entries()) {
    const origin = sites[at]?.url;
    if (origin === undefined) continue;
    for (const page of await findPages(folder, onUnreadable)) {
      if (stopped()) return;
      const bytes = await readFile(page.file).catch((error: unknown) => onUnreadable(page.file, error));
      if (!bytes) continue;
      const source = decodeBody(bytes, null).text;
      const content = readPage(page.kind, source, basename(page.file));
      index.add(`${origin}${page.urlPath}`, { ...content, title: titleOn(folder.name, content.title) });
    }
  }
}

/** Sites put their name behind the page's own title; files of Markdown leave that to whoever serves them. */
function titleOn(site: string, title: string): string {
  if (site === '.' || title.toLowerCase().includes(site.toLowerCase())) return title;
  return `${title} - ${site}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
