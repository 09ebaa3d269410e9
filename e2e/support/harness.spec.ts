import * as z from 'zod/mini';
import { makeCustomer, makeTicket } from './builders.ts';
import { readPageTimes } from './page-time.ts';
import { settled } from './settled.ts';
import type { Site } from './service.ts';
import { signIn } from './sign-in.ts';
import { startInstant } from './start-instant.ts';
import { expect, test } from './test.ts';
import type { TestClock } from './test-clock.ts';

const SETTINGS = '/settings/appearance';

/** Lists that say nothing of the time of the call. */
const LISTS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['tickets', { limit: '200' }],
  ['tickets', { limit: '200', skip: '200' }],
  ['agents', {}],
  ['tags', {}],
  ['customer_identities', { limit: '200' }],
  ['portal_tokens', { limit: '200' }],
  ['saved_views', {}],
  ['ai_sessions', { limit: '200' }],
  ['conversation_starters', {}],
];

const Tickets = z.object({ items: z.array(z.object({ subject: z.string() })) });
const Ticket = z.object({ data: z.object({ created_utc: z.iso.datetime() }) });

async function subjects(site: Site): Promise<readonly string[]> {
  const { json } = await site.call('GET', 'tickets', { query: { limit: '200' } });
  return Tickets.parse(json).items.map(({ subject }) => subject);
}

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
  test('serve each of their tokens, and no other', async ({ demoSite, demoCopy, site }) => {
    for (const of of [demoSite, demoCopy]) {
      for (const token of Object.values(of.tokens)) {
        const { status, json } = await of.call('GET', 'tickets', { token, query: { limit: '1' } });
        expect(status).toBe(200);
        expect(json).toMatchObject({ total_count: 400 });
      }
    }
    for (const token of Object.values(site.tokens)) {
      expect((await site.call('GET', 'tickets', { token })).json).toMatchObject({ total_count: 0 });
    }
    expect((await site.call('GET', 'whoami', { token: 'sck_nobody' })).status).toBe(401);
  });

  test('have a service without extensions', { tag: ['@document', '@desktop'] }, async ({ site, extensions }) => {
    const { json } = await site.call('GET', 'whoami');
    expect(JSON.stringify(json)).toContain(`"sessions":${extensions}`);
  });

  test('do not see each other', async ({ site, makeSite, demoSite }) => {
    const other = await makeSite();
    const { id } = await makeTicket(site, { subject: 'Seen by one' });
    await makeCustomer(other, 'Known to the other');
    for (const stranger of [other, demoSite]) {
      expect(await subjects(stranger)).not.toContain('Seen by one');
      const foreign = await stranger.call('GET', 'ticket', { query: { id: String(id) } });
      expect(JSON.stringify(foreign.json)).not.toContain('Seen by one');
    }
    expect(await subjects(site)).toEqual(['Seen by one']);
    const { json } = await site.call('GET', 'customer_identities', { query: { q: 'Known to' } });
    expect(json).toMatchObject({ items: [] });
  });

  test('that are looked at refuse a call that writes', async ({ demoSite }) => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      await expect(async () => demoSite.call(method, 'tickets')).rejects.toThrow(/only looked at/);
    }
    // By the token too, wherever it is used.
    const { status } = await fetch(`${demoSite.url}/v1/api.ashx?resource=tickets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demoSite.token}`, 'content-type': 'application/json' },
      body: '{"subject":"Unwanted"}',
    });
    expect(status).toBe(403);
  });

  test('that are looked at fail a test whose page writes', async ({ page, demoSite, problems }) => {
    await signIn(page, demoSite, { path: SETTINGS });
    await settled(page);
    expect(problems.unexpected).toEqual([]);
    await page.evaluate(() => fetch('/v1/api.ashx?resource=tickets', { method: 'POST', body: '{}' }));
    expect(problems.unexpected.join('\n')).toContain('Written to a site that is only looked at: POST tickets');
    problems.allow(/^Written to/, /status of 40[013]/);
  });

  test('that are copied answer the same lists', async ({ demoSite, demoCopy }) => {
    for (const [resource, query] of LISTS) {
      const [shared, copied] = [
        await demoSite.call('GET', resource, { query }),
        await demoCopy.call('GET', resource, { query }),
      ];
      expect(shared.status, resource).toBe(200);
      expect(copied.json, resource).toEqual(shared.json);
    }
    const { id } = await makeTicket(demoCopy, { subject: 'Written to the copy' });
    expect(await subjects(demoCopy)).toContain('Written to the copy');
    expect((await demoSite.call('GET', 'ticket', { query: { id: String(id) } })).status).toBe(404);
  });

  test('of a service of their own outlive it', async ({ ownService }) => {
    const query = { limit: '3' };
    const before = await ownService.call('GET', 'tickets', { query });
    expect(await ownService.stop()).toBe(0);
    await expect(ownService.call('GET', 'tickets')).rejects.toThrow();
    await ownService.start();
    expect((await ownService.call('GET', 'tickets', { query })).json).toEqual(before.json);
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
