import { uuidV5 } from './uuid-v5.js';

/** UUID namespace of all ids of this project; changing it orphans every stored chunk. */
const projectNamespace = '6f1f4f7e-2c0b-5a53-9d0e-8d5b1c7a4e21';

/** What names a chunk: the same parts always give the same id, whoever indexes. */
export interface ChunkIdParts {
  /** Knowledge-base namespace. */
  namespace: string;
  /** Normalised final URL of the page. */
  url: string;
  type: 'text' | 'code';
  /** Number of the chunk among those of its type in its page, from 0. */
  index: number;
}

/** Gives the deterministic id (UUIDv5) of a chunk. */
export function chunkId({ namespace, url, type, index }: ChunkIdParts): string {
  // JSON keeps the parts apart: no namespace or URL can imitate another pair.
  return uuidV5(projectNamespace, JSON.stringify([namespace, url, type, index]));
}
