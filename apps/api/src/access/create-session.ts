import { AppError, PermanentError } from '@agentic-search/shared/errors';
import { setCookie } from 'hono/cookie';
import { z } from 'zod';
import type { ApiContext, Handler } from '../parts.js';
import { mediaTypeOf } from '../requests/media-type.js';
import { parseFields } from '../requests/parse-fields.js';
import { readJson, readText } from '../requests/read-body.js';
import type { Gatekeeper } from './gatekeeper.js';
import { SESSION_COOKIE, SESSION_SECONDS } from './sessions.js';
import { localPath, signInPage } from './sign-in-page.js';

export const sessionInputSchema = z.strictObject({
  key: z.string().min(1, 'must not be empty').max(1_024, 'must be at most 1,024 characters'),
});

/** Sets a cookie's session; the same attributes end it. */
export function sessionCookie(c: ApiContext, token: string, maxAge: number): void {
  const secure = c.req.url.startsWith('https:') || c.req.header('x-forwarded-proto') === 'https';
  setCookie(c, SESSION_COOKIE, token, { path: '/', httpOnly: true, sameSite: 'Strict', secure, maxAge });
}

/** `POST /session`: JSON `{key}` answers 204, the form answers with a redirect; both set the cookie. */
export function createSession(gatekeeper: Gatekeeper): Handler {
  const signIn = async (c: ApiContext, key: string): Promise<void> => {
    if (!gatekeeper.accessControl) return;
    const known = await gatekeeper.verify(c, key);
    sessionCookie(c, await gatekeeper.sessions.start(known), SESSION_SECONDS);
  };
  return async (c) => {
    if (mediaTypeOf(c) !== 'application/x-www-form-urlencoded') {
      await signIn(c, parseFields(sessionInputSchema, await readJson(c)).key);
      return c.body(null, 204);
    }
    gatekeeper.assertOwnPage(c);
    const form = new URLSearchParams(await readText(c));
    const next = localPath(form.get('next') ?? '');
    try {
      await signIn(c, form.get('key') ?? '');
      return c.redirect(next, 303);
    } catch (error) {
      if (error instanceof PermanentError) return signInPage(c, { status: 401, next, failed: true });
      if (error instanceof AppError && error.code === 'too_many_attempts')
        return signInPage(c, { status: 429, next, failed: true });
      throw error;
    }
  };
}
