import * as z from 'zod/mini';
import { makeTicket } from './builders.ts';
import { readPageTimes } from './page-time.ts';
import { settled } from './settled.ts';
import type { Site } from './service.ts';
import { signIn } from './sign-in.ts';
import { startInstant } from './start-instant.ts';
import { expect, test } from './test.ts';
import type { TestClock } from './test-clock.ts';

const SETTINGS = '/settings/appearance';

const Ticket = z.object({ data: z.object({ created_utc: z.iso.datetime() }) });

/** The service's time, by what it writes to something new. */
async function serviceTime(site: Site): Promise<number> {
  const { id } = await makeTicket(site);
  return createdAt(site, id);
}

async function createdAt(site: Site, id: number): Promise<number> {
  const { json } = await site.call('GET', 'ticket', { query: { id: String(id) } });
  return Date.parse(Ticket.parse(json).data.created_utc);
}

/** Expects a time to be the test's, but for the way of the question: tests move the clock by hours. */
async function expectNow(clock: TestClock, ask: () => Promise<readonly number[]>): Promise<void> {
  const before = clock.now().getTime();
  for (const told of await ask()) {
    expect(told).toBeGreaterThan(before - 5_000);
    expect(told).toBeLessThanOrEqual(clock.now().getTime());
  }
}

test.describe('sites', () => {
  test('that are looked at fail a test whose page writes', async ({ page, demoSite, problems }) => {
    await signIn(page, demoSite, { path: SETTINGS });
    await settled(page);
    expect(problems.unexpected).toEqual([]);
    await page.evaluate(() => fetch('/v1/api.ashx?resource=tickets', { method: 'POST', body: '{}' }));
    expect(problems.unexpected.join('\n')).toContain('Written to a site that is only looked at: POST tickets');
    problems.allow(/^Written to/, /status of 40[013]/);
  });
});

test.describe('the clock', () => {
  const HOUR_MS = 3_600_000;

  test('is one for the service, the page, its frames and other tabs', async ({ page, context, clock, site }) => {
    const other = await context.newPage();
    await other.goto('/docs');
    await page.goto('about:blank');
    const inFrame = page.waitForEvent('framenavigated', (frame) => frame.parentFrame() !== null);
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: 'Framed' })),
    );
    const everywhere = [page, other, await inFrame];
    const expectNowEverywhere = async (): Promise<void> => {
      await expectNow(clock, async () => [await serviceTime(site)]);
      for (const one of everywhere) await expectNow(clock, () => readPageTimes(one));
    };
    await expectNowEverywhere();
    // Before the tokens end.
    const later = new Date(startInstant().getTime() + 40 * 24 * HOUR_MS);
    await clock.set(later);
    expect(clock.now().getTime() - later.getTime()).toBeLessThan(60_000);
    await expectNowEverywhere();
    const before = clock.now().getTime();
    await clock.advance(30 * HOUR_MS);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(before + 30 * HOUR_MS);
    await expectNowEverywhere();
    // A document that comes later has it from its first script on.
    await page.goto('/docs');
    const third = await context.newPage();
    await third.goto('/docs');
    everywhere.splice(0, 3, page, other, third);
    await expectNowEverywhere();
    await expect.poll(() => page.evaluate(() => new Date(0).getTime())).toBe(0);
  });

  test('begins again with each test, and makes rows of the past', async ({ clock, site }) => {
    const sinceStart = (await serviceTime(site)) - startInstant().getTime();
    expect(Math.abs(sinceStart)).toBeLessThan(60_000);
    const past = '2025-01-02T03:04:05.000Z';
    const { id } = await clock.as(past, () => makeTicket(site));
    expect(await createdAt(site, id)).toBeGreaterThanOrEqual(Date.parse(past));
    expect(await createdAt(site, id)).toBeLessThan(Date.parse(past) + 60_000);
    await expectNow(clock, async () => [await serviceTime(site)]);
  });
});
