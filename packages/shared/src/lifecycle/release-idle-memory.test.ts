import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseIdleMemory } from './release-idle-memory.js';

describe('releaseIdleMemory', () => {
  let used = 0;
  let collections = 0;
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    used = 0;
    collections = 0;
    stop = releaseIdleMemory({ collect: () => (collections += 1), cpuSeconds: () => used }, 1_000);
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  const look = (cpuSeconds: number) => {
    used += cpuSeconds;
    vi.advanceTimersByTime(1_000);
    return collections;
  };

  it('collects once when the process rests, and again after it has worked', () => {
    expect(look(0.5)).toBe(0);
    expect(look(0.01)).toBe(1);
    expect(look(0.01)).toBe(1);
    expect(look(0.8)).toBe(1);
    expect(look(0)).toBe(2);
  });

  it('does nothing once it is stopped', () => {
    stop();
    expect(look(0)).toBe(0);
  });

  it('can collect for real', () => {
    vi.useRealTimers();
    expect(() => releaseIdleMemory()()).not.toThrow();
  });
});
