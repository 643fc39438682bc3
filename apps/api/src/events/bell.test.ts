import { describe, expect, it } from 'vitest';
import { Bell } from './bell.js';

const never = new AbortController().signal;
const HOUR = 3_600_000;

describe('Bell', () => {
  it('wakes who waits', async () => {
    const bell = new Bell();
    const waiting = bell.wait(HOUR, never);
    bell.ring();
    await waiting;
  });

  it('remembers that it rang, once', async () => {
    const bell = new Bell();
    bell.ring();
    bell.ring();
    await bell.wait(HOUR, never);
    let woken = false;
    const second = bell.wait(HOUR, never).then(() => {
      woken = true;
    });
    await Promise.resolve();
    expect(woken).toBe(false);
    bell.ring();
    await second;
  });

  it('ends by time and by signal', async () => {
    const bell = new Bell();
    await bell.wait(1, never);
    const controller = new AbortController();
    const waiting = bell.wait(HOUR, controller.signal);
    controller.abort();
    await waiting;
    await bell.wait(HOUR, controller.signal);
  });
});
