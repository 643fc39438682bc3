import { createSession } from './access/create-session.js';
import { deleteSession } from './access/delete-session.js';
import type { Gatekeeper } from './access/gatekeeper.js';
import { createSessionDoc, deleteSessionDoc } from './access/route-docs.js';
import { deleteSource } from './kb/delete-source.js';
import { deleteSourceDoc, kbStatusDoc, listSourcesDoc, searchKbDoc } from './kb/docs.js';
import { kbStatus } from './kb/kb-status.js';
import { listSources } from './kb/list-sources.js';
import { searchKb } from './kb/search-kb.js';
import type { JsonSchema } from './openapi/json-schema.js';
import { BULL_BOARD_PATH, bullBoard } from './ops/bull-board.js';
import { docsAsset, docsPage } from './ops/docs.js';
import { health } from './ops/health.js';
import { ready } from './ops/ready.js';
import { bullBoardDoc, docsAssetDoc, docsDoc, healthDoc, openapiDoc, readyDoc } from './ops/route-docs.js';
import type { AppParts } from './parts.js';
import { type Route, route } from './route.js';
import { cancelSearch } from './searches/cancel-search.js';
import { createSearch } from './searches/create-search.js';
import {
  cancelSearchDoc,
  createSearchDoc,
  getSearchDoc,
  listSearchesDoc,
  retrySearchDoc,
  streamEventsDoc,
} from './searches/docs.js';
import { getSearch } from './searches/get-search.js';
import { listSearches } from './searches/list-searches.js';
import { retrySearch } from './searches/retry-search.js';
import { streamEvents } from './searches/stream-events.js';

/** Every method, path, who may, what the document says, and what answers. Nothing else registers a route. */
export function createRoutes(parts: AppParts, gatekeeper: Gatekeeper): Route[] {
  let document: JsonSchema | null = null;
  const routes: Route[] = [
    route('post', '/v1/searches', 'user', createSearchDoc, createSearch(parts)),
    route('get', '/v1/searches', 'user', listSearchesDoc, listSearches(parts)),
    route('get', '/v1/searches/{id}', 'user', getSearchDoc, getSearch(parts)),
    route('get', '/v1/searches/{id}/events', 'user', streamEventsDoc, streamEvents(parts)),
    route('delete', '/v1/searches/{id}', 'user', cancelSearchDoc, cancelSearch(parts)),
    route('post', '/v1/searches/{id}/retry', 'user', retrySearchDoc, retrySearch(parts)),

    route('post', '/v1/kb/search', 'user', searchKbDoc, searchKb(parts)),
    route('get', '/v1/kb/status', 'user', kbStatusDoc, kbStatus(parts)),
    route('get', '/v1/kb/sources', 'user', listSourcesDoc, listSources(parts)),
    route('delete', '/v1/kb/sources/{source_id}', 'user', deleteSourceDoc, deleteSource(parts)),

    route('get', '/health', 'open', healthDoc, health),
    route('get', '/ready', 'open', readyDoc, ready(parts)),
    route('get', '/openapi.json', 'user', openapiDoc, async (c) => {
      // Loaded, and made, when somebody first asks.
      const { createDocument } = await import('./openapi/create-document.js');
      document ??= createDocument(routes, gatekeeper.accessControl);
      return c.json(document);
    }),
    route('get', '/docs', 'user', docsDoc, docsPage),
    route('get', '/docs/{asset}', 'user', docsAssetDoc, docsAsset),
    route('get', BULL_BOARD_PATH, 'admin', bullBoardDoc, bullBoard(parts)),

    route('post', '/session', 'open', createSessionDoc, createSession(gatekeeper)),
    route('delete', '/session', 'open', deleteSessionDoc, deleteSession(gatekeeper)),
  ];
  return routes;
}
