import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { KeyRing } from './key-ring.js';

const sha256 = (key: string): string => createHash('sha256').update(key).digest('hex');

test('the hash of an empty key lets nobody in who shows none', () => {
  const ring = new KeyRing([
    { name: 'empty', role: 'admin', namespace: '*', sha256: sha256('') },
    { name: 'ann', role: 'user', namespace: 'default', sha256: sha256('secret') },
  ]);
  expect(ring.find('')).toBeNull();
  expect(ring.find('secret')?.caller.name).toBe('ann');
});
