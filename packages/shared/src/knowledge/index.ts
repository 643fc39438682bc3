export {
  connectKnowledge,
  createKnowledgeStore,
  type Knowledge,
} from './connect-knowledge.js';
export { embeddingProviderOf } from './embedding-provider-of.js';
