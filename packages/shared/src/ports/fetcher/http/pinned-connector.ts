import { lookup } from 'node:dns/promises';
import type { buildConnector } from 'undici';
import { isAddress, portOf, type Refusal, type UrlPolicy } from './url-policy.js';

/** Resolves a host name to all its addresses, A and AAAA, in the order to try them. Throws when there are none. */
export type HostResolver = (host: string) => Promise<string[]>;

/** Opens one connection to one address; undici's connector. */
export type Dial = buildConnector.connector;

/** Thrown inside the connector for a target the policy forbids: nothing was dialled. */
export class RefusedTargetError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** Thrown inside the connector when the name does not resolve. */
export class ResolveError extends Error {}

/** The system's resolver (hosts file and DNS). */
export const systemResolver: HostResolver = async (host) =>
  (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address);

/**
 * Gives a connector that resolves a host once, checks every address against the policy, and then dials those very
 * addresses, one after the other: the name is never looked up again, so a second answer of DNS cannot change the
 * target. TLS still verifies the host's name.
 */
export function createPinnedConnector(parts: {
  policy: UrlPolicy;
  resolver: HostResolver;
  dial: Dial;
}): Dial {
  const { policy, resolver, dial } = parts;
  return (options, callback) => {
    checkedAddresses(options, policy, resolver)
      .then((addresses) => dialInTurn(addresses, options, dial))
      .then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
  };
}

async function checkedAddresses(
  options: buildConnector.Options,
  policy: UrlPolicy,
  resolver: HostResolver,
): Promise<string[]> {
  const host = options.hostname;
  const port = portOf(options);
  const addresses = isAddress(host) ? [host] : await resolve(host, resolver);
  const refusal = policy.checkAddresses(host, port, addresses);
  if (refusal) throw new RefusedTargetError(refusal);
  return addresses.map((address) => address.replace(/^\[(.*)\]$/, '$1'));
}

async function resolve(host: string, resolver: HostResolver): Promise<string[]> {
  const addresses = await resolver(host).catch((cause: unknown) => {
    throw new ResolveError('the host name does not resolve', { cause });
  });
  if (addresses.length === 0) throw new ResolveError('the host name has no address');
  return addresses;
}

type Connected = Extract<Parameters<buildConnector.Callback>, [null, unknown]>[1];

async function dialInTurn(
  addresses: string[],
  options: buildConnector.Options,
  dial: Dial,
): Promise<Connected> {
  const servername = options.servername || (isAddress(options.hostname) ? '' : options.hostname);
  let lastError: Error | null = null;
  for (const address of addresses) {
    try {
      return await new Promise<Connected>((resolve, reject) => {
        dial({ ...options, hostname: address, servername }, (error, socket) =>
          error ? reject(error) : resolve(socket as Connected),
        );
      });
    } catch (error) {
      lastError = error instanceof Error ? error : new Error(String(error));
    }
  }
  throw lastError ?? new ResolveError('the host name has no address');
}
