import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteVectorStore } from '../../packages/shared/src/ports/vector-store/sqlite/create-sqlite-vector-store.js';
import { vectorStoreContract } from './vector-store.contract.js';

vectorStoreContract('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vector-store-'));
  const make = () => createSqliteVectorStore({ file: join(folder, 'knowledge.db'), alias: 'knowledge' });
  const store = make();
  return {
    store,
    reopen: async () => make(),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
