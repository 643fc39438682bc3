import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** Answers one request; `file` reads from test/fixtures/site. */
export type SiteRoute = (call: {
  request: IncomingMessage;
  response: ServerResponse;
  file(name: string): Promise<Buffer>;
}) => unknown;

const html = 'text/html; charset=utf-8';

function fixture(name: string, contentType: string): SiteRoute {
  return async ({ response, file }) =>
    response.writeHead(200, { 'content-type': contentType }).end(await file(name));
}

function body(content: string | Buffer, headers: Record<string, string> = {}): SiteRoute {
  return ({ response }) => response.writeHead(200, { 'content-type': html, ...headers }).end(content);
}

function redirect(location: string, status = 302): SiteRoute {
  return ({ response }) => response.writeHead(status, { location }).end();
}

function status(code: number, headers: Record<string, string> = {}): SiteRoute {
  return ({ response }) =>
    response.writeHead(code, { 'content-type': html, ...headers }).end(`<h1>HTTP ${code}</h1>`);
}

const page = `<!doctype html><html lang="en"><head><title>Packed page</title></head><body><main><h1>Packed page</h1><p>${'This paragraph came through a content coding in one piece. '.repeat(8)}</p></main></body></html>`;

function conditional(
  validator: Record<string, string>,
  matches: (request: IncomingMessage) => boolean,
): SiteRoute {
  return ({ request, response }) => {
    if (matches(request)) response.writeHead(304, validator).end();
    else response.writeHead(200, { 'content-type': html, ...validator }).end(page);
  };
}

/** Sends 200 MB of zeros as about 200 KB of gzip, in a stream: neither side holds it. */
const gzipBomb: SiteRoute = ({ response }) => {
  response.writeHead(200, { 'content-type': html, 'content-encoding': 'gzip' });
  const gzip = createGzip();
  const zeros = Buffer.alloc(1 << 20);
  gzip.pipe(response);
  response.once('close', () => gzip.destroy());
  let left = 200;
  const more = () => {
    if (gzip.destroyed) return;
    if (left-- === 0) gzip.end();
    else gzip.write(zeros, more);
  };
  more();
};

function drip(text: string, everyMs: number): SiteRoute {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': html });
    const timer = setInterval(() => response.write(text), everyMs);
    response.once('close', () => clearInterval(timer));
  };
}

/** Every oddity has a path of its own. */
export const siteRoutes: Record<string, SiteRoute> = {
  '/': fixture('article.html', html),
  '/article': fixture('article.html', html),
  '/docs/retry': fixture('documentation.html', html),
  '/notes.md': fixture('notes.txt', 'text/markdown; charset=utf-8'),
  '/plain.txt': body('Plain text.\n\n  indented * line\n', { 'content-type': 'text/plain' }),
  '/data.json': body('{"name":"widget","sizes":[1,2]}', { 'content-type': 'application/json' }),
  '/octets.md': fixture('notes.txt', 'application/octet-stream'),
  '/no-type': async ({ response, file }) => response.writeHead(200).end(await file('article.html')),
  '/image.png': body('not really', { 'content-type': 'image/png' }),
  '/lying.html': body(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), {}),

  '/redirect': redirect('/article', 301),
  '/redirect-relative': redirect('docs/retry'),
  '/redirect-twice': redirect('/redirect', 308),
  '/redirect-loop-a': redirect('/redirect-loop-b'),
  '/redirect-loop-b': redirect('/redirect-loop-a'),
  '/redirect-endless': ({ request, response }) => {
    const n = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('n') ?? '0');
    response.writeHead(302, { location: `/redirect-endless?n=${n + 1}` }).end();
  },
  '/redirect-nowhere': ({ response }) => response.writeHead(302).end(),
  '/redirect-private': redirect('http://10.0.0.1/'),
  '/redirect-metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/redirect-decimal': redirect('http://2130706433/'),
  '/redirect-mapped': redirect('http://[::ffff:127.0.0.1]/'),
  '/redirect-file': redirect('file:///etc/passwd'),
  '/redirect-credentials': redirect('http://user:secret@example.com/'),
  '/redirect-robots': redirect('/private/page'),
  '/private/page': fixture('article.html', html),
  '/meta-refresh': body(
    '<html><head><meta http-equiv="refresh" content="0; url=/article"></head><body></body></html>',
  ),
  '/meta-refresh-loop': body(
    '<html><head><meta http-equiv="refresh" content="0; url=/meta-refresh-loop"></head><body></body></html>',
  ),

  '/etag': conditional({ etag: '"v1"' }, (request) => request.headers['if-none-match'] === '"v1"'),
  '/last-modified': conditional(
    { 'last-modified': 'Mon, 03 Nov 2025 08:00:00 GMT' },
    (request) => request.headers['if-modified-since'] === 'Mon, 03 Nov 2025 08:00:00 GMT',
  ),
  '/always-304': ({ response }) => response.writeHead(304).end(),

  '/gzip': body(gzipSync(page), { 'content-encoding': 'gzip' }),
  '/br': body(brotliCompressSync(page), { 'content-encoding': 'br' }),
  '/deflate': body(deflateSync(page), { 'content-encoding': 'deflate' }),
  '/deflate-raw': body(deflateRawSync(page), { 'content-encoding': 'deflate' }),
  '/gzip-in-br': body(brotliCompressSync(gzipSync(page)), { 'content-encoding': 'gzip, br' }),
  '/gzip-bomb': gzipBomb,
  '/gzip-damaged': body(gzipSync(page).subarray(0, 60), { 'content-encoding': 'gzip' }),
  '/gzip-false': body(page, { 'content-encoding': 'gzip' }),
  '/coding-unknown': body(page, { 'content-encoding': 'lzma' }),

  '/slow-headers': () => undefined,
  '/slow-body': drip('x', 50),
  '/endless-body': drip('x'.repeat(65_536), 1),
  '/long-declared': ({ response }) => {
    response.writeHead(200, { 'content-type': html, 'content-length': '99999999' });
    response.write('x');
  },
  '/cut-short': ({ response }) => {
    response.writeHead(200, { 'content-type': html, 'content-length': '5000' });
    response.write('only this');
    setImmediate(() => response.destroy());
  },
  '/reset': ({ request }) => request.socket.destroy(),
  '/no-body': ({ response }) => response.writeHead(200, { 'content-type': html }).end(),
  '/no-content': ({ response }) => response.writeHead(204).end(),

  '/status/401': status(401),
  '/status/403': status(403),
  '/status/410': status(410),
  '/status/429': status(429, { 'retry-after': '7' }),
  '/status/500': status(500),
  '/status/503': status(503, { 'retry-after': '120' }),
  '/status/403-challenge': status(403, { 'cf-mitigated': 'challenge' }),

  '/shift-jis': fixture('shift-jis.html', 'text/html'),
  '/windows-1251': fixture('windows-1251.html', 'text/html; charset=windows-1251'),
  '/windows-1251-undeclared': fixture('windows-1251.html', 'text/html'),
  '/windows-1252': fixture('windows-1252.html', 'text/html'),
  '/utf-16': fixture('utf-16.html', 'text/html'),

  '/login': fixture('login.html', html),
  '/consent': fixture('consent.html', html),
  '/challenge': fixture('challenge.html', html),
  '/soft-404': fixture('soft-404.html', html),
  '/about-404': fixture('about-404.html', html),
  '/empty-shell': fixture('empty-shell.html', html),
  '/blank': body('<html><head><title>x</title></head><body>  \n </body></html>'),

  '/nested-divs': body(`<title>Deep</title>${'<div>'.repeat(20_000)}deep text${'</div>'.repeat(20_000)}`),
  '/five-megabytes': ({ response }) => {
    response.writeHead(200, { 'content-type': html });
    response.end(
      `<title>Big</title><main>${'<p>A paragraph of a very large page. </p>'.repeat(130_000)}</main>`,
    );
  },
  '/long-title': body(
    `<title>${'t'.repeat(1 << 20)}</title><main><p>${'Body of the page. '.repeat(20)}</p></main>`,
  ),
  '/many-links': ({ response }) => {
    const links = Array.from(
      { length: 100_000 },
      (_, index) => `<a href="/l/${index}">link ${index}</a> `,
    ).join('');
    response.writeHead(200, { 'content-type': html }).end(`<title>Links</title><main>${links}</main>`);
  },
};
