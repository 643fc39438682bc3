import { keysOf, type WordLanguage } from '../words/stem.js';
import { partsOf, tokenise } from '../words/tokenise.js';

const GENERIC_NAME =
  /^(?:readme|index|docs?|documentation|api|reference|guide|manual|html?|md|en|latest|stable|master|main|v?\d[\d.]*|class|page|node|js)$/iu;

/** Words of the last part of an address that is a name; none when it has only a host. */
export function pageNameOf(url: string, language: WordLanguage): (readonly string[])[] {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const segments = path.split('/').reverse();
  for (const [at, segment] of segments.entries()) {
    const above = segments[at + 1] ?? '';
    const name = above.startsWith('@') ? `${above} ${segment}` : segment;
    const words = tokenise(name.replace(/\.(?:html?|md)$/iu, ''))
      .flatMap((token) => (partsOf(token.text).length > 0 ? partsOf(token.text) : [token.text]))
      .filter((word) => word.length > 1 && !GENERIC_NAME.test(word));
    if (words.length > 0) return words.map((word) => keysOf(word, language));
  }
  return [];
}

/** Host and path of a URL as words; the URL itself when it does not parse. */
export function readableUrl(url: string): string {
  try {
    const { hostname, pathname } = new URL(url);
    const name = /^[\d.:[\]]+$|^localhost$/u.test(hostname)
      ? ''
      : hostname.replace(/^www\./u, '').replaceAll('.', ' ');
    return `${name} ${decodeURIComponent(pathname)
      .replaceAll('/', ' ')
      .replace(/\.(?:html?|md|txt)\b/giu, '')}`;
  } catch {
    return url.slice(0, 500);
  }
}
