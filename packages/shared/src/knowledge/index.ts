export {
  connectKnowledge,
  createKnowledgeStore,
  embeddingProviderOf,
  type Knowledge,
} from './connect-knowledge.js';
