import type { z } from 'zod';
import {
  admitRead,
  answerCount,
  answerFacet,
  answerQuery,
  answerQueryGroups,
  answerScroll,
  recordOf,
} from './answer-reads.js';
import type { Catalog } from './catalog.js';
import type { PointCollection } from './point-collection.js';
import { notFound } from './refusal.js';
import * as schemas from './request-schemas.js';

/** One request on its way to a handler; `path` holds the parts of the path the route names. */
export interface Asked {
  catalog: Catalog;
  path: Readonly<Record<string, string>>;
  query: URLSearchParams;
  now: () => number;
  /** Gives the body after a schema; `inside` names the request in the server's validation errors. */
  body<T>(schema: z.ZodType<T>, inside?: string): T;
}

export interface Route {
  method: string;
  /** The path as the OpenAPI description writes it. */
  path: string;
  answer(asked: Asked): unknown;
}

/** An answer that is no `{result, status, time}`. */
export class Plain {
  readonly body: unknown;
  constructor(body: unknown) {
    this.body = body;
  }
}

const VERSION = { title: 'qdrant - vector search engine', version: '1.18.3' };

const collectionOf = ({ catalog, path }: Asked): PointCollection => catalog.get(path.collection_name ?? '');
const done = ({ query }: Asked, operation_id: number) => ({
  operation_id,
  status: query.get('wait') === 'true' ? 'completed' : 'acknowledged',
});

/** Every method and path the double answers; all else is 404 without a body, as on the real server. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/', answer: () => new Plain(VERSION) },
  { method: 'GET', path: '/healthz', answer: () => new Plain('healthz check passed') },
  { method: 'GET', path: '/readyz', answer: () => new Plain('all shards are ready') },
  { method: 'GET', path: '/aliases', answer: ({ catalog }) => ({ aliases: catalog.aliases() }) },
  {
    method: 'GET',
    path: '/collections',
    answer: ({ catalog }) => ({ collections: catalog.names().map((name) => ({ name })) }),
  },
  { method: 'POST', path: '/collections/aliases', answer: changeAliases },
  {
    method: 'GET',
    path: '/collections/{collection_name}',
    answer: (asked) => collectionOf(asked).describe(),
  },
  {
    method: 'PUT',
    path: '/collections/{collection_name}',
    answer(asked) {
      asked.catalog.create(asked.path.collection_name ?? '', asked.body(schemas.createCollectionRequest));
      return true;
    },
  },
  {
    method: 'PATCH',
    path: '/collections/{collection_name}',
    answer(asked) {
      const { strict_mode_config, metadata } = asked.body(schemas.updateCollectionRequest);
      collectionOf(asked).update(strict_mode_config, metadata, asked.now);
      return true;
    },
  },
  {
    method: 'DELETE',
    path: '/collections/{collection_name}',
    answer: ({ catalog, path }) => catalog.delete(path.collection_name ?? ''),
  },
  {
    method: 'GET',
    path: '/collections/{collection_name}/exists',
    answer: ({ catalog, path }) => ({ exists: catalog.has(path.collection_name ?? '') }),
  },
  {
    method: 'PUT',
    path: '/collections/{collection_name}/index',
    answer(asked) {
      const { field_name, field_schema } = asked.body(schemas.createIndexRequest);
      return done(asked, collectionOf(asked).createIndex(field_name, field_schema));
    },
  },
  {
    method: 'PUT',
    path: '/collections/{collection_name}/points',
    answer: (asked) => done(asked, collectionOf(asked).upsert(asked.body(schemas.upsertRequest).points)),
  },
  { method: 'POST', path: '/collections/{collection_name}/points', answer: retrieve },
  { method: 'GET', path: '/collections/{collection_name}/points/{id}', answer: getOne },
  {
    method: 'POST',
    path: '/collections/{collection_name}/points/query',
    answer: (asked) => answerQuery(collectionOf(asked), asked.body(schemas.queryRequest, 'internal')),
  },
  {
    method: 'POST',
    path: '/collections/{collection_name}/points/query/batch',
    answer: (asked) =>
      asked.body(schemas.queryBatchRequest).searches.map((one) => answerQuery(collectionOf(asked), one)),
  },
  {
    method: 'POST',
    path: '/collections/{collection_name}/points/query/groups',
    answer: (asked) =>
      answerQueryGroups(collectionOf(asked), asked.body(schemas.queryGroupsRequest, 'internal')),
  },
  {
    method: 'POST',
    path: '/collections/{collection_name}/points/scroll',
    answer: (asked) => answerScroll(collectionOf(asked), asked.body(schemas.scrollRequest)),
  },
  {
    method: 'POST',
    path: '/collections/{collection_name}/points/count',
    answer: (asked) => answerCount(collectionOf(asked), asked.body(schemas.countRequest)),
  },
  {
    method: 'POST',
    path: '/collections/{collection_name}/facet',
    answer: (asked) => answerFacet(collectionOf(asked), asked.body(schemas.facetRequest)),
  },
  {
    method: 'POST',
    path: '/collections/{collection_name}/points/payload',
    answer(asked) {
      const { payload, ...selector } = asked.body(schemas.setPayloadRequest);
      return done(asked, collectionOf(asked).setPayload(payload, selector));
    },
  },
  {
    method: 'POST',
    path: '/collections/{collection_name}/points/delete',
    answer: (asked) => done(asked, collectionOf(asked).delete(asked.body(schemas.deleteRequest))),
  },
  { method: 'POST', path: '/collections/{collection_name}/points/batch', answer: changeInTurn },
];

function changeAliases({ catalog, body }: Asked): true {
  for (const action of body(schemas.aliasesRequest).actions) {
    if ('delete_alias' in action) catalog.deleteAlias(action.delete_alias.alias_name);
    else catalog.setAlias(action.create_alias.alias_name, action.create_alias.collection_name);
  }
  return true;
}

function retrieve(asked: Asked): unknown {
  const collection = collectionOf(asked);
  const { ids, with_payload = true, with_vector } = asked.body(schemas.retrieveRequest);
  admitRead(collection, {});
  return ids.flatMap((id) => {
    const point = collection.get(id);
    return point ? [recordOf(point, { with_payload, with_vector })] : [];
  });
}

function getOne(asked: Asked): unknown {
  const collection = collectionOf(asked);
  const { id = '' } = asked.path;
  admitRead(collection, {});
  const point = collection.get(/^\d+$/.test(id) ? Number(id) : id);
  if (!point) throw notFound(`Point with id ${id} does not exists!`);
  return recordOf(point, { with_payload: true, with_vector: true });
}

function changeInTurn(asked: Asked): unknown {
  const collection = collectionOf(asked);
  return asked.body(schemas.batchRequest).operations.map((operation) => {
    if ('upsert' in operation) return done(asked, collection.upsert(operation.upsert.points));
    if ('delete' in operation) return done(asked, collection.delete(operation.delete));
    const { payload, ...selector } = operation.set_payload;
    return done(asked, collection.setPayload(payload, selector));
  });
}
