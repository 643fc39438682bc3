import { html } from 'hono/html';
import type { ApiContext } from '../parts.js';

/** True for a browser that opens a page (and not for one that fetches data). */
export function wantsPage(c: ApiContext): boolean {
  return c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html');
}

/** A path on this server to go to after signing in; anything else becomes `/docs`. */
export function localPath(next: string): string {
  const base = 'http://local.invalid';
  const isPath = next.startsWith('/') && URL.canParse(next, base) && new URL(next, base).origin === base;
  return isPath && !/[\\\s]/.test(next) ? next : '/docs';
}

/** The sign-in form; works without scripts. */
export function signInPage(
  c: ApiContext,
  page: { status: 401 | 429; next: string; failed: boolean },
): Response | Promise<Response> {
  c.header('Content-Security-Policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'");
  c.header('Cache-Control', 'no-store');
  if (page.status === 401) c.header('WWW-Authenticate', 'Bearer');
  const fault = page.failed ? html`<p role="alert">This key is not known.</p>` : '';
  return c.html(
    html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title></head>
<body>
<main>
<h1>Sign in</h1>
${fault}
<form method="post" action="/session">
<p><label>Key <input type="password" name="key" required autofocus autocomplete="current-password"></label></p>
<input type="hidden" name="next" value="${localPath(page.next)}">
<p><button>Sign in</button></p>
</form>
</main>
</body>
</html>`,
    page.status,
  );
}
