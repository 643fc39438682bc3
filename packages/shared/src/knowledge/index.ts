export { connectKnowledge, type Knowledge } from './connect-knowledge.js';
