import type { RouteDoc } from '../openapi/describe.js';

const tag = 'access';

export const createSessionDoc: RouteDoc = {
  tag,
  summary: 'Sign in with a key',
  description: 'Sets an HttpOnly, SameSite=Strict cookie. A form may also give `next`, a path to go to.',
  body: 'SessionInput',
  bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
  answers: {
    204: { description: 'Signed in', content: null, headers: ['Set-Cookie'] },
    303: { description: 'Signed in by the form', content: null, headers: ['Location', 'Set-Cookie'] },
  },
  problems: [400, 401, 413, 415, 422, 429, 503],
};

export const deleteSessionDoc: RouteDoc = {
  tag,
  summary: 'Sign out',
  answers: { 204: { description: 'Signed out', content: null, headers: ['Set-Cookie'] } },
  problems: [401, 429, 503],
};
