export { type Analysis, analyse } from './analyse.js';
export { passageWeights } from './passage-weights.js';
export { contentWords, queryTerms } from './query-terms.js';
