import { isUtf8 } from 'node:buffer';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { html } from 'hono/html';
import type { SiteFolder } from './find-pages.js';
import { refuseForeignHosts } from './refuse-foreign-hosts.js';

const contentTypes: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.txt': 'text/plain',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
};
const indexFiles = ['index.html', 'index.htm', 'index.md', 'README.md', 'readme.md', 'Readme.md'];

interface ServedFile {
  body: Uint8Array<ArrayBuffer>;
  modified: Date;
  contentType: string;
}

/**
 * Serves one folder read-only: content types, ETag (from the content, so a copied file keeps it), Last-Modified, 304.
 * Hidden files, links that lead out of the folder and paths that climb are 404.
 */
export function createSiteApp(site: SiteFolder): Hono {
  const app = new Hono();
  app.use(refuseForeignHosts);
  app.use(etag());
  app.get('*', async (context) => {
    const pathname = new URL(context.req.url).pathname;
    const file = await servedFile(site, pathname);
    if (file === null) return context.text('not found', 404);
    if (file === 'folder') return context.redirect(`${pathname}/`, 301);
    const seconds = Math.floor(file.modified.getTime() / 1000) * 1000;
    const headers = {
      'Content-Type': file.contentType,
      'Last-Modified': new Date(seconds).toUTCString(),
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    };
    const since = Date.parse(context.req.header('if-modified-since') ?? '');
    // An ETag in the request decides alone (RFC 9110, 13.1.3).
    if (context.req.header('if-none-match') === undefined && seconds <= since)
      return context.body(null, 304, headers);
    return context.body(file.body, 200, headers);
  });
  app.all('*', (context) => context.text('only GET and HEAD', 405, { Allow: 'GET, HEAD' }));
  return app;
}

async function servedFile(site: SiteFolder, pathname: string): Promise<ServedFile | 'folder' | null> {
  const segments = decoded(pathname);
  if (segments === null) return null;
  if (!site.recursive && segments.filter((segment) => segment !== '').length > 1) return null;
  const found = await insideOnly(site.root, join(site.root, ...segments));
  if (found === null) return null;
  const stats = await stat(found);
  if (stats.isFile() && segments.at(-1) !== '') return read(found);
  if (!stats.isDirectory()) return null;
  if (!site.recursive && found !== site.root) return null;
  if (segments.at(-1) !== '') return 'folder';
  for (const name of indexFiles) {
    const index = await insideOnly(site.root, join(found, name));
    if (index !== null && (await stat(index)).isFile()) return read(index);
  }
  return listing(found, site.recursive);
}

/** A folder without an index page shows what is in it, so that its pages can be reached by links. */
async function listing(folder: string, recursive: boolean): Promise<ServedFile> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && (recursive || entry.isFile()))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort();
  const items = names.map((name) => html`<li><a href="./${addressOf(name)}">${name}</a></li>`);
  const page = html`<!doctype html><title>Index of ${basename(folder)}</title><ul>${items}</ul>`;
  const body = new Uint8Array(Buffer.from(String(page)));
  return { body, modified: (await stat(folder)).mtime, contentType: 'text/html; charset=utf-8' };
}

/** A name as part of an address; a folder keeps the slash at its end. */
function addressOf(name: string): string {
  return encodeURIComponent(name).replace(/%2F$/, '/');
}

/** Gives the path's segments, or null for anything but plain names: `..`, hidden, separators, NUL, bad escapes. */
function decoded(pathname: string): string[] | null {
  try {
    const segments = pathname.slice(1).split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.startsWith('.') || /[/\\\0]/.test(segment)) ? null : segments;
  } catch {
    return null;
  }
}

async function insideOnly(root: string, path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null);
  return real !== null && (real === root || real.startsWith(root + sep)) ? real : null;
}

async function read(path: string): Promise<ServedFile> {
  const body = new Uint8Array(await readFile(path));
  const type = contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  // Other encodings are left to the page's own declaration.
  const textual = /^text\/|json|xml/.test(type) && isUtf8(body);
  return { body, modified: (await stat(path)).mtime, contentType: textual ? `${type}; charset=utf-8` : type };
}
