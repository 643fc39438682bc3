import { isIPv4 } from 'node:net';

/** True for names and addresses that never leave this machine; brackets around IPv6 are fine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (isIPv4(name)) return name.startsWith('127.');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || name === '::ffff:7f00:1';
}

/** The host of a Host header or of an origin's authority, without its port; null when it is none. */
export function hostOf(authority: string): string | null {
  const url = `http://${authority}`;
  if (/[\s/?#@\\]/.test(authority) || !URL.canParse(url)) return null;
  return new URL(url).hostname;
}
