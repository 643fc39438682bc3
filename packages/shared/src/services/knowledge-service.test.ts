import { describe, expect, it } from 'vitest';
import { AbortedError, DependencyUnavailableError } from '../errors/app-error.js';
import type { VectorStore } from '../ports/vector-store/vector-store.js';
import { type KnowledgeParts, KnowledgeService } from './knowledge-service.js';

const caller = { name: 'ann', role: 'user' as const, namespace: 'red' };
const never = new AbortController().signal;
const collection = { name: 'k_v1', alias: 'k', embedder: 'e', dimensions: 3 };
/** A store that answers nothing: what is asked of it fails. */
const store = { kind: 'qdrant' } as VectorStore;
const hang = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AbortedError('aborted', 'as told')));
  });

function service(parts: Partial<KnowledgeParts>): KnowledgeService {
  return new KnowledgeService({
    connect: async () => ({ store, collection, queryEmbedder: null }),
    retrieve: ({ signal }) => hang(signal),
    useHybridSearch: true,
    timeoutMs: 20,
    now: Date.now,
    ...parts,
  });
}

describe('KnowledgeService', () => {
  it('says that the store is away when it does not answer in time', async () => {
    const asked = service({}).search(caller, { query: 'q' }, { signal: never });
    await expect(asked).rejects.toThrow(DependencyUnavailableError);
    await expect(asked).rejects.toMatchObject({ code: 'vector_store_unavailable' });
  });

  it('does not wait for ever for the knowledge base to open', async () => {
    const asked = service({ connect: () => new Promise(() => undefined) }).status(
      caller,
      { namespace: null },
      { signal: never },
    );
    await expect(asked).rejects.toMatchObject({ code: 'vector_store_unavailable' });
  });

  it('tells why it could not be opened', async () => {
    const away = new DependencyUnavailableError('vector_store_unavailable', 'not there');
    const one = service({ connect: () => Promise.reject(away) });
    const page = { namespace: null, limit: 5, cursor: null };
    await expect(one.listSources(caller, page, { signal: never })).rejects.toBe(away);
  });

  it('stops when nobody waits any more', async () => {
    const controller = new AbortController();
    const asked = service({ timeoutMs: 60_000 }).search(
      caller,
      { query: 'q' },
      { signal: controller.signal },
    );
    controller.abort();
    await expect(asked).rejects.toThrow(AbortedError);
    const gone = service({ timeoutMs: 60_000 }).search(caller, { query: 'q' }, { signal: controller.signal });
    await expect(gone).rejects.toThrow(AbortedError);
  });

  it('asks nothing for another namespace', async () => {
    let connected = false;
    const one = service({
      connect: async () => {
        connected = true;
        return { store, collection, queryEmbedder: null };
      },
    });
    const other = { namespace: 'blue', source_id: 'a.example' };
    await expect(one.deleteSource(caller, other, { signal: never })).rejects.toMatchObject({
      code: 'forbidden_namespace',
    });
    expect(connected).toBe(false);
  });
});
