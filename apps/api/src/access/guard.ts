import { PermanentError } from '@agentic-search/shared/errors';
import type { Handler } from '../parts.js';
import { problem } from '../problem.js';
import { signInPage, wantsPage } from './sign-in-page.js';

/** Who may use a route: anybody, holders of a key, holders of an admin key. */
export type Access = 'open' | 'user' | 'admin';

/** Puts a route's access before its handler; a browser without a session gets the sign-in form. */
export function guard(access: Access, handler: Handler): Handler {
  if (access === 'open') return handler;
  return (c) => {
    const caller = c.get('caller');
    if (!caller) {
      if (wantsPage(c))
        return signInPage(c, { status: 401, next: new URL(c.req.url).pathname, failed: false });
      return problem(c, new PermanentError('unauthorized', 'send a key: Authorization: Bearer …'));
    }
    if (access === 'admin' && caller.role !== 'admin') {
      return problem(c, new PermanentError('forbidden_role', 'this needs a key with the role admin'));
    }
    return handler(c);
  };
}
