import { isIP } from 'node:net';
import type { FetchFailureCode } from '../fetcher.js';
import { isGlobalAddress } from './global-address.js';

/** Why a URL or address may not be requested. */
export interface Refusal {
  code: Extract<FetchFailureCode, 'invalid_url' | 'refused_address' | 'refused_port'>;
  detail: string;
}

/** What may be requested: the web at large, and private hosts by name only where they are listed. */
export interface UrlPolicy {
  /** Tells whether host and port stand on the allow-list: any address and port goes then. */
  allows(host: string, port: string): boolean;
  /** Checks a URL before anything is resolved; null = may be tried. */
  checkUrl(url: URL): Refusal | null;
  /** Checks what DNS gave for a host: every address must pass, since any of them may be dialled. */
  checkAddresses(host: string, port: string, addresses: readonly string[]): Refusal | null;
}

const webPorts = new Set(['80', '443', '8080', '8443']);
const localNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa|localdomain|ip6-localhost|ip6-loopback)$/;

/** Takes the allow-list (`host` or `host:port`, IPv6 in brackets); gives the policy that holds on every hop. */
export function createUrlPolicy(options: { allowPrivateHosts: readonly string[] }): UrlPolicy {
  const allowed = new Set(options.allowPrivateHosts.map((entry) => inBrackets(entry.trim().toLowerCase())));
  const allows = (host: string, port: string): boolean => {
    const name = bareHost(host);
    return allowed.has(name) || allowed.has(`${name}:${port}`);
  };

  return {
    allows,
    checkUrl(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        return { code: 'invalid_url', detail: `scheme ${url.protocol} is not http or https` };
      }
      if (url.username !== '' || url.password !== '') {
        return { code: 'invalid_url', detail: 'the URL carries credentials' };
      }
      const host = bareHost(url.hostname);
      const port = portOf(url);
      if (host === '') return { code: 'invalid_url', detail: 'the URL has no host' };
      if (allows(host, port)) return null;
      if (!webPorts.has(port)) return { code: 'refused_port', detail: `port ${port} is not a web port` };
      if (localNames.test(host)) return { code: 'refused_address', detail: 'the host is a local name' };
      return isAddress(host) && !isGlobalAddress(host) ? refusedAddress : null;
    },
    checkAddresses(host, port, addresses) {
      if (allows(host, port)) return null;
      return addresses.every((address) => isGlobalAddress(address)) ? null : refusedAddress;
    },
  };
}

const refusedAddress: Refusal = { code: 'refused_address', detail: 'the host is not globally routable' };

/** The port a URL is fetched from, the scheme's default spelled out. */
export function portOf(url: { protocol: string; port: string }): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** Tells whether a URL's host is an IP literal (WHATWG URL has already turned odd spellings into plain ones). */
export function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;
}

/** URLs write IPv6 in brackets; a list may leave them out where no port follows. */
function inBrackets(entry: string): string {
  return isIP(entry) === 6 ? `[${entry}]` : entry;
}

function bareHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}
