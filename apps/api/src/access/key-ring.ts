import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKey, Caller } from '@agentic-search/shared/access';
import type { Config } from '@agentic-search/shared/config';

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** A key that is known, and what its holder may do. */
export interface KnownKey {
  caller: Caller;
  sha256: string;
}

/** The keys that let somebody in; none means that access control is off. */
export class KeyRing {
  private readonly keys: { known: KnownKey; digest: Buffer }[];

  constructor(keys: readonly ApiKey[]) {
    this.keys = keys.map(({ name, role, namespace, sha256 }) => ({
      known: { caller: { name, role, namespace }, sha256 },
      digest: Buffer.from(sha256, 'hex'),
    }));
  }

  get isEmpty(): boolean {
    return this.keys.length === 0;
  }

  /** Who holds the key; nobody holds an empty one. Takes the same time whichever key it is, or none. */
  find(presented: string): KnownKey | null {
    if (presented === '') return null;
    const presentedDigest = digest(presented);
    let found: KnownKey | null = null;
    for (const key of this.keys) {
      if (timingSafeEqual(presentedDigest, key.digest)) found = key.known;
    }
    return found;
  }

  /** The key of that name, if it is still the same one. */
  byName(name: string, sha256: string): KnownKey | null {
    const found = this.keys.find(({ known }) => known.caller.name === name);
    return found && found.known.sha256 === sha256 ? found.known : null;
  }
}

/** Keys of API_KEYS, and the gateway token as an admin key of all namespaces. */
export function createKeyRing(config: Config): KeyRing {
  const { apiKeys, enableGatewayAuth, apiGatewayToken } = config.server;
  const gateway: ApiKey[] =
    enableGatewayAuth && apiGatewayToken !== null
      ? [{ name: '~gateway', role: 'admin', namespace: '*', sha256: digest(apiGatewayToken).toString('hex') }]
      : [];
  return new KeyRing([...apiKeys, ...gateway]);
}
