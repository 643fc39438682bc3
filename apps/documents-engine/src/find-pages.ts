import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A folder that is served as one site. `name` is the subfolder's name, `.` for the files at the root. */
export interface SiteFolder {
  name: string;
  root: string;
  /** False for the root's own site: its subfolders are sites of their own. */
  recursive: boolean;
}

/** A file that a search can find. */
export interface PageFile {
  file: string;
  /** Path below the site's origin, percent-encoded, starting with `/`. */
  urlPath: string;
  kind: 'html' | 'markdown' | 'text';
}

const kinds: Record<string, PageFile['kind']> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
};
// What documentation builders write beside the pages: copies of their sources, word lists, search forms.
const besidePages = /^(_.*|genindex.*|py-modindex.*|search\.html?|contents\.html?)$/i;
const largestPage = 5 * 1024 * 1024;

/** Which kind of page `name` is by its ending; null when none. */
export function pageKindOf(name: string): PageFile['kind'] | null {
  return kinds[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? null;
}

/** Gives the sites of `folder` in the order of their names: each first-level subfolder, then the files at the root. */
export async function findSites(folder: string): Promise<SiteFolder[]> {
  const root = await realpath(folder);
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);
  const sites = names.sort().map((name) => ({ name, root: join(root, name), recursive: true }));
  const loose = entries.some((entry) => entry.isFile() && pageKindOf(entry.name) !== null);
  return loose ? [...sites, { name: '.', root, recursive: false }] : sites;
}

/**
 * Gives the pages of a site in the order of their paths. Hidden files, links, files over 5 MiB and what documentation
 * builders put beside the pages are left out of the search; they are served all the same. A folder that cannot be read
 * is told to `onUnreadable` and left out.
 */
export async function findPages(
  site: SiteFolder,
  onUnreadable: (path: string, error: unknown) => void,
): Promise<PageFile[]> {
  const pages: PageFile[] = [];
  const folders = [site.root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      onUnreadable(folder, error);
      return [];
    });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || besidePages.test(entry.name)) continue;
      if (entry.isDirectory() && site.recursive) folders.push(path);
      const kind = pageKindOf(entry.name);
      if (!entry.isFile() || kind === null) continue;
      // A file that went away since counts as too large: there is nothing to read.
      const size = await stat(path).then(
        (stats) => stats.size,
        () => Number.POSITIVE_INFINITY,
      );
      if (size > largestPage) continue;
      pages.push({ file: path, urlPath: urlPathOf(relative(site.root, path)), kind });
    }
  }
  return pages.sort((one, other) => (one.urlPath < other.urlPath ? -1 : 1));
}

function urlPathOf(relativePath: string): string {
  return `/${relativePath.split(sep).map(encodeURIComponent).join('/')}`;
}
