import type { Step } from '@agentic-search/shared/records';
import { answer } from './steps/answer.js';
import { crawl } from './steps/crawl.js';
import { localCheck } from './steps/local-check.js';
import { recheck } from './steps/recheck.js';
import { refine } from './steps/refine.js';
import type { StepFunction } from './steps/step.js';
import { webSearch } from './steps/web-search.js';

/** The search loop: every step, what runs it, and where it may lead. `answer` alone ends a search. */
export const pipeline: Record<Step, { run: StepFunction; next: readonly Step[] }> = {
  local_check: { run: localCheck, next: ['web_search', 'answer'] },
  web_search: { run: webSearch, next: ['crawl', 'refine', 'answer'] },
  crawl: { run: crawl, next: ['recheck'] },
  recheck: { run: recheck, next: ['refine', 'answer'] },
  refine: { run: refine, next: ['local_check', 'answer'] },
  answer: { run: answer, next: [] },
};

/** Where a search goes that is out of time or budget: to an answer from what there is. */
export const lastStep: Step = 'answer';
