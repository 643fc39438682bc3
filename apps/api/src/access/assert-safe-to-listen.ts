import type { Config } from '@agentic-search/shared/config';
import { InvalidInputError } from '@agentic-search/shared/errors';
import { createKeyRing } from './key-ring.js';
import { isLoopbackHost } from './loopback.js';

/** Throws InvalidInputError, with the ways out, where anybody on the network could come in without a key. */
export function assertSafeToListen(config: Config): void {
  const { host } = config.server;
  if (isLoopbackHost(host) || !createKeyRing(config).isEmpty) return;
  const message = `is ${host}, which others can reach, and there is no key`;
  const ways = [
    'make a key with `agentic-search hash-key` and set API_KEYS=name:role:namespace:sha256',
    'or set ENABLE_GATEWAY_AUTH=true and API_GATEWAY_TOKEN',
    'or listen on this machine only: HOST=127.0.0.1',
  ];
  throw new InvalidInputError('invalid_configuration', `HOST ${message}:\n  ${ways.join('\n  ')}`, [
    { path: 'HOST', message },
  ]);
}
