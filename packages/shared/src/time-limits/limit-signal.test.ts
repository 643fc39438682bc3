import { describe, expect, it } from 'vitest';
import { limitSignal } from './limit-signal.js';

const fired = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

describe('limitSignal', () => {
  it('fires when the time is up, with the reason given', async () => {
    const limited = limitSignal(new AbortController().signal, 10, () => 'late');
    expect(await fired(limited.signal)).toBe('late');
    expect(limited.timedOut()).toBe(true);
  });

  it('fires with the outer signal and its reason', () => {
    const outer = new AbortController();
    const limited = limitSignal(outer.signal, 60_000);
    outer.abort('enough');
    expect(limited.signal.reason).toBe('enough');
    expect(limited.timedOut()).toBe(false);
    limited.release();
  });

  it('has fired already when the outer signal has', () => {
    const limited = limitSignal(AbortSignal.abort('before'), 60_000);
    expect(limited.signal.reason).toBe('before');
    limited.release();
  });

  it('does not fire once it is released', async () => {
    const outer = new AbortController();
    const limited = limitSignal(outer.signal, 0);
    limited.release();
    outer.abort();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(limited.signal.aborted).toBe(false);
  });
});
