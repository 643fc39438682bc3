import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PermanentError } from '@agentic-search/shared/errors';
import type { Handler } from '../parts.js';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Agentic Search: HTTP API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>`;

const start =
  "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });\n";

const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** `GET /docs`: the reference, from files of this machine only. */
export const docsPage: Handler = (c) => {
  c.header('Content-Security-Policy', policy);
  return c.html(page);
};

/** `GET /docs/{asset}`: a file of the reference. */
export const docsAsset: Handler = async (c) => {
  const name = c.req.param('asset') ?? '';
  if (name === 'start.js') return c.body(start, 200, { 'content-type': 'text/javascript; charset=utf-8' });
  const type = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (type === undefined) throw new PermanentError('not_found', 'there is no such file');
  const file = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  const headers = { 'content-type': type, 'cache-control': 'private, max-age=3600' };
  return c.body(new Uint8Array(await readFile(file)), 200, headers);
};
