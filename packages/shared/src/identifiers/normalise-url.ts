/** Longest URL that is crawled, in UTF-16 units; job data holds no longer one. */
export const maxUrlLength = 4_096;

/** Query parameters that only tell the site where a visitor came from; the page is the same without them. */
const trackingParameters =
  /^(?:utm_[a-z0-9_]+|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|srsltid|_ga|_gl|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|oly_enc_id|oly_anon_id|wickedid)$/i;

/**
 * Gives the one spelling of a web address under which its page is stored, or null when it is not an http(s) URL
 * that may be fetched (other scheme, credentials, longer than `maxUrlLength`).
 *
 * Built on the WHATWG URL parser (case, IDN, default ports, dot segments, IP spellings); then the fragment, tracking
 * parameters, an empty query and the host's trailing dot go, and percent-encoding takes RFC 3986 6.2.2 form.
 * Kept, because servers tell them apart: order and spelling of the query (`%20` is not `+`), `//`, a closing `/`,
 * `www.`, the scheme.
 */
export function normaliseUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return null;
  if (parsed.username !== '' || parsed.password !== '') return null;
  parsed.hash = '';
  if (parsed.hostname.endsWith('.')) parsed.hostname = parsed.hostname.slice(0, -1);
  if (parsed.hostname === '' || parsed.hostname.endsWith('.')) return null;
  parsed.pathname = normalisePercentEncoding(parsed.pathname);
  parsed.search = withoutTracking(normalisePercentEncoding(parsed.search));
  const normalised = parsed.href;
  return normalised.length > maxUrlLength ? null : normalised;
}

function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => !trackingParameters.test(pair.split('=', 1)[0] ?? ''));
  return kept.join('&');
}

/** Hex digits in upper case; octets of unreserved characters decoded; everything else left as it came. */
function normalisePercentEncoding(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : octet.toUpperCase();
  });
}
