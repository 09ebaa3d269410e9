import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { claimDueSites, markDue } from './due-sites.sql.ts';

const NOW = new Date('2026-11-20T14:30:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

let home: WebhookSite;

beforeEach(async () => {
  home = await startWebhookSite({ now: NOW.toISOString() });
});

afterEach(() => home.close());

const owner = () => home.service.database.owner;
const rows = () =>
  owner().query<{ site_id: bigint; due_utc: string }>(
    sql`select site_id, due_utc from site_due where kind = 'webhooks'`,
  );
const claim = (ms: number, limit = 8) => claimDueSites(owner(), { now: later(ms), until: later(ms + 60_000), limit });
const addSites = () =>
  owner().query(sql`
    with made as (
      insert into site (name, time_zone, created_utc) select 'Site ' || n, 'UTC', ${NOW.toISOString()}::timestamptz from generate_series(1, 20) n
      returning id
    ) insert into site_due (site_id, kind, due_utc) select id, 'webhooks', ${NOW.toISOString()} from made`);

test('a site has one row while it has subscriptions', async () => {
  expect(await rows()).toEqual([]);
  const first = await home.subscribe();
  const second = await home.subscribe();
  expect(await rows()).toEqual([{ site_id: home.site.id, due_utc: NOW.toISOString() }]);
  await home.call('DELETE', 'webhook_subscriptions', { id: first.id });
  expect(await rows()).toHaveLength(1);
  await home.call('DELETE', 'webhook_subscriptions', { id: second.id });
  expect(await rows()).toEqual([]);
});

test('concurrent nodes claim each due site once, and again a minute later', async () => {
  await addSites();
  const claimed: bigint[] = [];
  for (let n = 0; n < 4; n += 1) claimed.push(...(await Promise.all([claim(0), claim(0), claim(0)])).flat());
  expect(claimed).toHaveLength(20);
  expect(new Set(claimed).size).toBe(20);
  expect(await claim(59_999)).toEqual([]);
  expect(await claim(60_000)).toHaveLength(8);
});

test('marked sites are due, and sites that are due already keep their place', async () => {
  await addSites();
  const [first, second] = await claim(0, 2);
  if (first === undefined || second === undefined) throw new Error('two sites were due');
  await markDue(owner(), [first], later(10));
  expect(await claim(20, 100)).toHaveLength(19);
  await markDue(owner(), null, later(30));
  expect(await claim(40, 100)).toHaveLength(20);
});

test('a failed attempt makes its site due at the retry', async () => {
  await home.subscribe();
  await home.createTicket();
  home.receiver.answer(503);
  await home.runDue();
  const [{ next_attempt_utc: next }] = await home.deliveries();
  expect(await rows()).toEqual([{ site_id: home.site.id, due_utc: next }]);
});

test('a site whose endpoint is at its limit is visited again in a second', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  for (let n = 0; n < 9; n += 1) await home.createTicket();
  const hanging: (() => void)[] = [];
  home.receiver.answer((response) => void hanging.push(() => response.end()));
  const done = home.runDue();
  await home.receiver.untilReceived(8);
  await expect.poll(async () => (await rows())[0]?.due_utc).toBe(later(1_000).toISOString());
  home.receiver.answer(200);
  for (const end of hanging) end();
  await done;
  expect(home.receiver.received).toHaveLength(9);
});
