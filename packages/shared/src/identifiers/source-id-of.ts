/**
 * Takes a page's URL; gives its source: the host in lower case without `www.`, with the port when it is not the
 * scheme's default; `documents` for uploads (`doc://…`). Throws TypeError when the text is no URL.
 */
export function sourceIdOf(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol === 'doc:') return 'documents';
  return parsed.host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.(?=$|:)/, '');
}
