import ipaddr from 'ipaddr.js';

const globalUnicastV6 = ipaddr.IPv6.parse('2000::');

/**
 * Takes an IP address as DNS or a URL gives it (IPv6 with or without brackets); tells whether it is globally routable
 * by the IANA special-purpose registries. Private, loopback, link-local, carrier-grade, documentation, multicast and
 * reserved ranges are not, nor is any form that carries an IPv4 address inside (mapped, 64:ff9b::, 6to4, Teredo):
 * what it reaches is decided elsewhere. Text that is no address is not global.
 */
export function isGlobalAddress(address: string): boolean {
  const bare = address.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(bare) || bare.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(bare);
  return parsed.match(globalUnicastV6, 3) && parsed.range() === 'unicast';
}
