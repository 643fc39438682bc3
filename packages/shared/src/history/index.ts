export { appendEntry } from './append-entry.js';
export {
  answerEntrySchema,
  crawlEntrySchema,
  errorEntrySchema,
  type HistoryAction,
  type HistoryEntry,
  type HistoryEntryBody,
  historyEntrySchema,
  localCheckEntrySchema,
  recheckEntrySchema,
  refineEntrySchema,
  webSearchEntrySchema,
} from './history-entry.js';
export { shortenHistory } from './shorten-history.js';
