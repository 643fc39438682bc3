export {
  type Answer,
  answerSchema,
  type Citation,
  citationSchema,
  type Evidence,
  evidenceSchema,
  type Judgement,
  judgementSchema,
  type Passage,
  passageSchema,
} from './evidence.js';
export { type Budget, budgetSchema, type SearchRequest, searchRequestSchema } from './search-request.js';
