import { getCookie } from 'hono/cookie';
import type { Handler } from '../parts.js';
import { sessionCookie } from './create-session.js';
import type { Gatekeeper } from './gatekeeper.js';
import { SESSION_COOKIE } from './sessions.js';

/** `DELETE /session`: ends the session everywhere and takes the cookie back. */
export function deleteSession(gatekeeper: Gatekeeper): Handler {
  return async (c) => {
    const token = getCookie(c, SESSION_COOKIE);
    if (token !== undefined) {
      gatekeeper.assertOwnPage(c);
      await gatekeeper.sessions.end(token);
      sessionCookie(c, '', 0);
    }
    return c.body(null, 204);
  };
}
