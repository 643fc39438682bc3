import { AppError, PermanentError } from './app-error.js';

/** Gives any thrown value as an AppError; what is not one already becomes `internal_error` with the cause kept. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new PermanentError('internal_error', 'an unexpected error occurred', { cause: thrown });
}
