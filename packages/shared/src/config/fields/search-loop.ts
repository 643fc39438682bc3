import { flag, integer, number, optionalNumber } from '../field.js';

/** The search loop's defaults; every one can be set per search. */
export const searchLoopFields = {
  enabled: flag('AGENTIC_SEARCH_ENABLED', true, 'false: POST /v1/searches answers 403, all else works'),
  completenessThreshold: number(
    'AGENTIC_SEARCH_COMPLETENESS_THRESHOLD',
    0.8,
    [0, 1],
    'score from which a question counts as answered',
  ),
  maxIterations: integer(
    'AGENTIC_SEARCH_MAX_ITERATIONS',
    3,
    [0, 10],
    'rounds of search and crawl; 0 = knowledge base only',
  ),
  maxUrlsPerIteration: integer(
    'AGENTIC_SEARCH_MAX_URLS_PER_ITERATION',
    3,
    [1, 20],
    'pages crawled in one round',
  ),
  urlScoreThreshold: number(
    'AGENTIC_SEARCH_URL_SCORE_THRESHOLD',
    0.7,
    [0, 1],
    'score above which a URL is worth reading',
  ),
  useSearchHints: flag(
    'AGENTIC_SEARCH_USE_SEARCH_HINTS',
    false,
    'also ask the knowledge base with hints from crawled pages',
  ),
  llmTemperature: optionalNumber(
    'AGENTIC_SEARCH_LLM_TEMPERATURE',
    '0.3',
    [0, 2],
    'temperature of LLM calls; refinement uses 0.5 unless set; left out for models that refuse it',
  ),
  maxPassages: integer(
    'AGENTIC_SEARCH_MAX_QDRANT_RESULTS',
    10,
    [1, 100],
    'passages per check and per result',
  ),
  maxWebResults: integer('AGENTIC_SEARCH_MAX_WEB_RESULTS', 20, [1, 100], 'hits asked of the search engine'),
};
