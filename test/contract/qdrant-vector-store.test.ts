import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { createQdrantVectorStore } from '../../packages/shared/src/ports/vector-store/qdrant/create-qdrant-vector-store.js';
import { openApiCheck } from '../support/qdrant-double/openapi-check.js';
import { startQdrantDouble } from '../support/qdrant-double/start-qdrant-double.js';
import { vectorStoreContract } from './vector-store.contract.js';

const data = process.env.BENCH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const openApi = openApiCheck(`${data}/api-specs/qdrant-openapi-1.18.3.json.gz`);

vectorStoreContract('Qdrant over its double', async () => {
  const double = await startQdrantDouble({ apiKey: 'a-key', openApi });
  const open = () => createQdrantVectorStore({ url: double.url, apiKey: 'a-key', alias: 'knowledge' });
  const store = open();
  return {
    store,
    reopen: async () => open(),
    async close() {
      await store.close();
      await double.close();
    },
  };
});

const { QDRANT_URL, QDRANT_API_KEY } = process.env;

/** Against a real server, each store under an alias of its own; what it makes is deleted after it. */
describe.skipIf(!QDRANT_URL)('a real Qdrant server', () => {
  vectorStoreContract('Qdrant', async () => {
    const url = QDRANT_URL ?? '';
    const apiKey = QDRANT_API_KEY ?? null;
    const alias = `test_${randomUUID().slice(0, 8)}`;
    const open = () => createQdrantVectorStore({ url, apiKey, alias });
    const store = open();
    return {
      store,
      reopen: async () => open(),
      async close() {
        await store.close();
        const headers: Record<string, string> = apiKey === null ? {} : { 'api-key': apiKey };
        const listed = await fetch(new URL('/collections', url), { headers });
        const { result } = (await listed.json()) as { result: { collections: { name: string }[] } };
        for (const { name } of result.collections.filter((one) => one.name.startsWith(alias))) {
          await fetch(new URL(`/collections/${name}`, url), { method: 'DELETE', headers });
        }
      },
    };
  });
});
