export { diversify } from './diversify.js';
export { paraphrases, subQuestions } from './expand-query.js';
export { fuse } from './fuse.js';
export { type Analysis, analyse } from './lexical/analyse.js';
export { passageWeights } from './lexical/passage-weights.js';
export { contentWords, queryTerms } from './lexical/query-terms.js';
export { stem } from './lexical/stem.js';
export { type Retrieval, type RetrievalStrategy, type RetrieveRequest, retrieve } from './retrieve.js';
export { similarityScores } from './similarity-scores.js';
