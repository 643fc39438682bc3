export { type ChunkIdParts, chunkId } from './chunk-id.js';
export { maxUrlLength, normaliseUrl } from './normalise-url.js';
export { sha256Hex } from './sha256-hex.js';
export { sourceIdOf } from './source-id-of.js';
export { urlKey } from './url-key.js';
export { uuidV5 } from './uuid-v5.js';
