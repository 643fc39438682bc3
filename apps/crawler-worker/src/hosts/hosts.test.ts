import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createFetchLeases } from './fetch-leases.js';
import { createHostPacing } from './host-pacing.js';
import { productTokenOf, robotsRules } from './robots-rules.js';

let redis: Redis;
beforeAll(() => {
  redis = new Redis(inject('redisUrl'));
});
afterAll(() => redis.quit());
const newPrefix = () => `{hosts-${randomUUID()}}`;

describe('host pacing', () => {
  it('gives each ticket one slot, the gap apart, and keeps it when asked again', async () => {
    const pacing = createHostPacing({ redis, prefix: newPrefix() });
    const turn = (ticket: string) =>
      pacing.takeTurn('a.example', { ticket, gapMs: 10_000, maxWaitMs: 60_000 });
    expect(await turn('one')).toBe(0);
    const second = (await turn('two')) ?? 0;
    expect(second).toBeGreaterThan(9_000);
    expect(second).toBeLessThanOrEqual(10_000);
    expect(await turn('two')).toBeLessThanOrEqual(second);
    expect(await turn('three')).toBeGreaterThan(19_000);
    expect(await pacing.takeTurn('b.example', { ticket: 'one', gapMs: 10_000, maxWaitMs: 0 })).toBe(0);
  });

  it('reserves nothing when the slot lies too far ahead', async () => {
    const pacing = createHostPacing({ redis, prefix: newPrefix() });
    const turn = (ticket: string, maxWaitMs: number) =>
      pacing.takeTurn('a.example', { ticket, gapMs: 10_000, maxWaitMs });
    await turn('one', 0);
    expect(await turn('two', 5_000)).toBeNull();
    expect(await turn('three', 60_000)).toBeLessThanOrEqual(10_000);
  });

  it('moves reserved slots behind a Retry-After, which a shorter one does not undo', async () => {
    const pacing = createHostPacing({ redis, prefix: newPrefix() });
    const turn = (ticket: string) => pacing.takeTurn('a.example', { ticket, gapMs: 100, maxWaitMs: 600_000 });
    await turn('one');
    await turn('two');
    await pacing.leaveAlone('a.example', 30_000);
    await pacing.leaveAlone('a.example', 1_000);
    expect(await turn('two')).toBeGreaterThan(29_000);
  });

  it('does not let late tickets bunch up', async () => {
    const pacing = createHostPacing({ redis, prefix: newPrefix() });
    const turn = (ticket: string) => pacing.takeTurn('a.example', { ticket, gapMs: 60, maxWaitMs: 10_000 });
    for (const ticket of ['one', 'two', 'three']) await turn(ticket);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await turn('two')).toBe(0);
    expect(await turn('three')).toBeGreaterThan(0);
  });
});

describe('fetch leases', () => {
  it('are held by one owner until released', async () => {
    const leases = createFetchLeases({ redis, prefix: newPrefix(), ttlMs: 5_000 });
    const lease = await leases.acquire('http://a.example/', 'one');
    expect(await leases.acquire('http://a.example/', 'two')).toBeNull();
    expect(await leases.isTaken('http://a.example/', 'two')).toBe(true);
    expect(await leases.isTaken('http://a.example/', 'one')).toBe(false);
    await lease?.release();
    const next = await leases.acquire('http://a.example/', 'two');
    expect(await next?.isHeld()).toBe(true);
    expect(await lease?.isHeld()).toBe(false);
    await next?.release();
  });

  it('are fenced: a former activation of the same job no longer holds what the newer one took over', async () => {
    const leases = createFetchLeases({ redis, prefix: newPrefix(), ttlMs: 5_000 });
    const old = await leases.acquire('http://a.example/', 'job');
    const taken = await leases.acquire('http://a.example/', 'job');
    expect(await old?.isHeld()).toBe(false);
    await old?.release();
    expect(await taken?.isHeld()).toBe(true);
    await taken?.release();
  });

  it('renew themselves while held, and run out when their worker is gone', async () => {
    const prefix = newPrefix();
    const lease = await createFetchLeases({ redis, prefix, ttlMs: 150 }).acquire('http://a.example/', 'one');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await lease?.isHeld()).toBe(true);
    await lease?.release();
    const gone = new Redis(inject('redisUrl'));
    await createFetchLeases({ redis: gone, prefix, ttlMs: 150 }).acquire('http://b.example/', 'one');
    gone.disconnect();
    const leases = createFetchLeases({ redis, prefix, ttlMs: 150 });
    await expect.poll(() => leases.isTaken('http://b.example/', 'two')).toBe(false);
  });
});

describe('robots rules', () => {
  const allowed = (text: string, path: string, token = 'AgenticSearchBot') =>
    robotsRules('https://a.example', text, token).isAllowed(new URL(path, 'https://a.example'));

  it('matches the product token, whatever its case, and merges its groups', () => {
    const text =
      'User-agent: agenticsearchbot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUser-agent: AgenticSearchBot\nDisallow: /b\n';
    expect(productTokenOf('AgenticSearchBot/0.1 (+https://x)')).toBe('AgenticSearchBot');
    expect([allowed(text, '/a'), allowed(text, '/b'), allowed(text, '/c')]).toEqual([false, false, true]);
    expect(allowed(text, '/c', 'OtherBot')).toBe(false);
  });
  it('takes the longest match, allow on a tie, and knows * and $', () => {
    const text =
      'User-agent: *\nDisallow: /\nAllow: /docs\nDisallow: /docs/*.pdf$\nAllow: /x\nDisallow: /x\n';
    expect(
      ['/docs/a', '/docs/a.pdf', '/docs/a.pdf?x', '/x', '/other', '/robots.txt'].map((path) =>
        allowed(text, path),
      ),
    ).toEqual([true, false, true, true, false, true]);
  });
  it('reads Crawl-delay and survives rubbish', () => {
    expect(robotsRules('https://a.example', 'User-agent: *\nCrawl-delay: 2.5\n', 'X').crawlDelayMs).toBe(
      2_500,
    );
    expect(robotsRules('https://a.example', 'User-agent: *\nCrawl-delay: soon\n', 'X').crawlDelayMs).toBe(0);
    expect(allowed('<html>\u0000\uFFFD not robots</html>', '/a')).toBe(true);
    expect(allowed('\uFEFFUser-agent: *\r\rDisallow: /a\r', '/a')).toBe(false);
  });
});
