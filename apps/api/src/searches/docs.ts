import type { RouteDoc } from '../openapi/describe.js';
import { eventsQuerySchema, listQuerySchema } from './schemas.js';

const tag = 'searches';

export const createSearchDoc: RouteDoc = {
  tag,
  summary: 'Ask a question',
  description: 'Enqueues a search. What is left out takes the configured value.',
  body: 'SearchInput',
  headers: [
    {
      name: 'Idempotency-Key',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      description: 'A repeated request within 24 h gives the first search.',
    },
    {
      name: 'Prefer',
      schema: { type: 'string' },
      description: '`wait=20` holds the answer that many seconds, 60 at most.',
    },
  ],
  answers: {
    200: {
      description: 'Finished within `Prefer: wait`',
      content: { json: 'Search' },
      headers: ['Location'],
    },
    202: { description: 'Accepted', content: { json: 'AcceptedSearch' }, headers: ['Location'] },
  },
  problems: [400, 409, 413, 415, 422],
};

export const listSearchesDoc: RouteDoc = {
  tag,
  summary: 'List searches, newest first',
  query: listQuerySchema,
  answers: { 200: { description: 'A page of them', content: { json: 'SearchList' } } },
  problems: [422],
};

export const getSearchDoc: RouteDoc = {
  tag,
  summary: 'A search as it stands',
  path: ['id'],
  answers: { 200: { description: 'In every state', content: { json: 'Search' } } },
  problems: [404, 422],
};

export const streamEventsDoc: RouteDoc = {
  tag,
  summary: 'Follow a search',
  description:
    '`history` (its id is the entry’s `seq`), `activity` (live only) and `done` (the whole finished search), after which the stream closes.',
  path: ['id'],
  query: eventsQuerySchema,
  headers: [
    {
      name: 'Last-Event-ID',
      schema: { type: 'string' },
      description: 'Go on after this `seq`; goes before `last_event_id`.',
    },
  ],
  answers: { 200: { description: 'Server-sent events', content: { media: 'text/event-stream' } } },
  problems: [404, 422],
};

export const cancelSearchDoc: RouteDoc = {
  tag,
  summary: 'Cancel a search',
  path: ['id'],
  answers: { 202: { description: 'Cancelled', content: { json: 'AcceptedSearch' } } },
  problems: [404, 409, 422],
};

export const retrySearchDoc: RouteDoc = {
  tag,
  summary: 'Run a failed or cancelled search again',
  description: 'From its last checkpoint.',
  path: ['id'],
  answers: { 202: { description: 'Queued', content: { json: 'AcceptedSearch' }, headers: ['Location'] } },
  problems: [404, 409, 422],
};
