import { createHash } from 'node:crypto';
import { DependencyUnavailableError, PermanentError } from '../../../errors/app-error.js';
import type { CollectionInfo, CollectionSpec } from '../vector-store.js';
import {
  aliasesSchema,
  claimSchema,
  collectionBody,
  collectionInfo,
  descriptionSchema,
  doneSchema,
  notes,
  PAYLOAD_INDEXES,
} from './collection-schemas.js';
import type { QdrantConnection } from './connection.js';

/** Rounds of claim and look before opening is given up; each means that another process got ahead in between. */
const MAX_ROUNDS = 20;

/** Gives the versioned name: alias, version of the layout, and a hash of what the vectors are. */
export function collectionName(alias: string, { embedder, dimensions }: CollectionSpec): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([embedder, dimensions]))
    .digest('hex');
  return `${alias}_v1_${hash.slice(0, 6)}`;
}

/** Gives the collection the alias points to, or null when there is none. */
export async function findCollection(
  connection: QdrantConnection,
  alias: string,
  signal: AbortSignal,
): Promise<CollectionInfo | null> {
  const { aliases } = await connection.ask(
    (api, init) => api.getCollectionsAliases({}, init),
    aliasesSchema,
    signal,
  );
  const name = aliases.find((entry) => entry.alias_name === alias)?.collection_name;
  if (name === undefined) return null;
  const description = await connection.ask(
    (api, init) => api.getCollection({ collection_name: name }, init),
    descriptionSchema,
    signal,
    { 404: null },
  );
  return description && collectionInfo(alias, name, description.config);
}

/**
 * Gives the alias's collection, made after `spec` where there is none. Qdrant cannot compare-and-set an alias, but
 * it makes a collection of one name only once: the process that makes the claim decides what the collection is,
 * every other does the same work after the claim, so it does not matter who dies or who is first. The claim is
 * removed once the alias is there; who claims after that sees the alias.
 */
export async function openCollection(
  connection: QdrantConnection,
  alias: string,
  spec: CollectionSpec,
  signal: AbortSignal,
): Promise<CollectionInfo> {
  if ((spec.embedder === null) !== (spec.dimensions === null)) {
    throw new PermanentError(
      'wrong_dimensions',
      'a collection has an embedder and its dimensions, or neither',
    );
  }
  const claim = `${alias}_v1_claim`;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = await findCollection(connection, alias, signal);
    if (found) return found;
    const decided = await claimOrFollow(connection, claim, spec, signal);
    if (!decided) continue;
    // the claim may be younger than the alias: look again before anything is made after it
    if (!(await findCollection(connection, alias, signal))) await make(connection, alias, decided, signal);
    await connection.ask(
      (api, init) => api.deleteCollection({ collection_name: claim }, init),
      doneSchema,
      signal,
    );
  }
  throw new DependencyUnavailableError('vector_store_unavailable', 'the collection could not be opened');
}

/** Gives the spec that was decided on: ours when the claim is ours, else the claim's; null when it just went. */
async function claimOrFollow(
  connection: QdrantConnection,
  claim: string,
  spec: CollectionSpec,
  signal: AbortSignal,
): Promise<CollectionSpec | null> {
  const ours = await connection.ask<unknown>(
    (api, init) => api.createCollection({ collection_name: claim, vectors: {}, metadata: notes(spec) }, init),
    doneSchema,
    signal,
    { 409: false },
  );
  if (ours !== false) return spec;
  const theirs = await connection.ask(
    (api, init) => api.getCollection({ collection_name: claim }, init),
    claimSchema,
    signal,
    { 404: null },
  );
  return theirs?.config.metadata ?? null;
}

/** Every part may have been done by another process already; the alias comes last, so what it points to is whole. */
async function make(
  connection: QdrantConnection,
  alias: string,
  spec: CollectionSpec,
  signal: AbortSignal,
): Promise<void> {
  const collection_name = collectionName(alias, spec);
  await connection.ask<unknown>(
    (api, init) => api.createCollection({ collection_name, ...collectionBody(spec) }, init),
    doneSchema,
    signal,
    { 409: null },
  );
  for (const [field_name, field_schema] of Object.entries(PAYLOAD_INDEXES)) {
    await connection.ask(
      (api, init) => api.createFieldIndex({ collection_name, wait: true, field_name, field_schema }, init),
      doneSchema,
      signal,
    );
  }
  await connection.ask(
    (api, init) =>
      api.updateAliases({ actions: [{ create_alias: { collection_name, alias_name: alias } }] }, init),
    doneSchema,
    signal,
  );
}
