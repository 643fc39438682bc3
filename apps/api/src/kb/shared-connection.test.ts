import { describe, expect, it } from 'vitest';
import { sharedConnection } from './shared-connection.js';

describe('sharedConnection', () => {
  it('opens once, and again only some time after it failed', async () => {
    let time = 0;
    let tries = 0;
    const connect = sharedConnection(
      async () => {
        tries += 1;
        if (tries < 3) throw new Error(`try ${tries}`);
        return tries;
      },
      { patienceMs: 100, now: () => time },
    );
    await expect(Promise.all([connect(), connect()])).rejects.toThrow('try 1');
    await expect(connect()).rejects.toThrow('try 1');
    time = 100;
    await expect(connect()).rejects.toThrow('try 2');
    time = 200;
    expect(await connect()).toBe(3);
    time = 1_000;
    expect(await connect()).toBe(3);
    expect(tries).toBe(3);
  });
});
