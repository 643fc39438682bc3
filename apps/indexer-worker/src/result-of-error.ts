import { AbortedError, PermanentError, StaleWorkerError, toAppError } from '@agentic-search/shared/errors';
import type { IndexJob, IndexJobResult, JobContext } from '@agentic-search/shared/jobs';

/**
 * What becomes of an index job that threw: what can never work is a typed failure at once, anything else is thrown
 * again for another attempt and a typed failure on the last one. An abort and a lost lock are always thrown: they
 * say nothing about the page.
 */
export function resultOfError(error: unknown, data: IndexJob, context: JobContext): IndexJobResult {
  context.signal.throwIfAborted();
  if (error instanceof AbortedError || error instanceof StaleWorkerError) throw error;
  if (!(error instanceof PermanentError) && !context.lastAttempt) throw error;
  const { code, detail } = toAppError(error);
  return { outcome: 'failure', url: data.url, code, detail };
}
