export type {
  FetchedPage,
  Fetcher,
  FetchFailure,
  FetchFailureCode,
  FetchOutcome,
  NotModified,
  Validators,
} from './fetcher.js';
