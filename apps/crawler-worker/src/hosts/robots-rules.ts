import robotsParser from 'robots-parser';

/** What a robots.txt says to one crawler. */
export interface RobotsRules {
  isAllowed(url: URL): boolean;
  /** Crawl-delay of the crawler's group in ms; 0 without one. */
  crawlDelayMs: number;
}

/** Largest part of a robots.txt that is read (RFC 9309 2.5). */
export const maxRobotsBytes = 512_000;

interface ParsedRobots {
  isAllowed(url: string, userAgent: string): boolean | undefined;
  getCrawlDelay(userAgent: string): number | undefined;
}
// The package's types describe another module shape than the one it has.
const parse = robotsParser as unknown as (url: string, text: string) => ParsedRobots;

/** Keeps the lines that form groups; others (Sitemap, Host, comments) would end a group early in the parser. */
export function groupLines(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('#', 1)[0]?.trim() ?? '')
    .filter((line) => /^(?:user-?agent|allow|disallow|crawl-?delay)\s*:/i.test(line))
    .join('\n');
}

/** Reads the rules for a product token (`AgenticSearchBot`), by RFC 9309: longest match, allow on a tie, `*` and `$`. */
export function robotsRules(origin: string, text: string, productToken: string): RobotsRules {
  const robots = parse(`${origin}/robots.txt`, groupLines(text));
  const delay = robots.getCrawlDelay(productToken) ?? 0;
  return {
    isAllowed: (url) => url.pathname === '/robots.txt' || robots.isAllowed(url.href, productToken) !== false,
    crawlDelayMs: Number.isFinite(delay) && delay > 0 ? Math.min(delay, 3_600) * 1_000 : 0,
  };
}

/** Takes a User-Agent; gives the product token that robots.txt groups are matched by. */
export function productTokenOf(userAgent: string): string {
  return /^[A-Za-z_-]+/.exec(userAgent.trim())?.[0] ?? '*';
}
