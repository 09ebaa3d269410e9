import { recountAll } from '#server/testing/recount.ts';
import { findWrongCounters } from '#server/admin/recount.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { foldCounters } from '#server/counters/fold-counters.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// A Friday afternoon in Berlin.
const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ timeZone: 'Europe/Berlin' });
});
afterEach(() => service.close());

const siteDb = () => service.database.forSite(home.site.id);

/** Inserts `perHour` messages for each hour from 9 to 17 in Berlin on weekdays of the weeks before `until`. */
async function write(channel: string, until: string, { perHour, weeks = 6 }: { perHour: number; weeks?: number }) {
  const end = Date.parse(until);
  const at: string[] = [];
  for (let ms = end - weeks * 7 * DAY; ms < end; ms += HOUR) {
    const local = new Intl.DateTimeFormat('en-US', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: 'numeric',
      hourCycle: 'h23',
    }).formatToParts(ms);
    const part = (type: string) => local.find((item) => item.type === type)?.value ?? '';
    if (['Sat', 'Sun'].includes(part('weekday')) || Number(part('hour')) < 9 || Number(part('hour')) >= 17) continue;
    for (let n = 0; n < perHour; n += 1) at.push(new Date(ms + (n * HOUR) / perHour).toISOString());
  }
  const first = await siteDb().takeIds(home.site.id, at.length);
  await siteDb().query(sql`
    insert into channel_message (site_id, id, channel, direction, created_utc)
    select ${home.site.id}, ${first}::bigint + n - 1, ${channel}, 'in', t from unnest(${at}::timestamptz[]) with ordinality as u (t, n)`);
  await recountAll(service.database.owner);
  return at.at(-1);
}

async function channels(now: string, token = home.token) {
  service.clock.set(now);
  const { json } = await service.call('GET', 'health_overview', { token });
  const rule = json.data.rules.find((item: { key: string }) => item.key === 'channel_silence');
  return { channels: json.data.now.channels, rule };
}

test('HO-08: during the day a channel needs attention once three messages are missing', async () => {
  const last = await write('whatsapp', '2026-11-20T11:00:00Z', { perHour: 2 });
  expect(last).toBe('2026-11-20T10:30:00.000Z');
  const early = await channels('2026-11-20T11:59:00.000Z');
  expect(early.channels).toEqual([
    {
      channel: 'whatsapp',
      last_inbound_utc: last,
      inbound_24h: expect.any(Number),
      silent_minutes: 89,
      // Two per hour, for 89 minutes.
      expected_messages: 2.97,
    },
  ]);
  expect(early.rule).toEqual({
    key: 'channel_silence',
    state: 'ok',
    value: 0,
    threshold: 60,
    since_utc: null,
  });
  const { rule } = await channels('2026-11-20T12:00:00.000Z');
  expect(rule).toMatchObject({ state: 'attention', value: 1, since_utc: last });
  // A site with a higher threshold.
  const body = { version: 0, values: { health_rules: { channel_silence: 120 } } };
  await service.call('PATCH', 'site_settings', { token: home.token, body });
  expect((await channels('2026-11-20T12:00:00.000Z')).rule).toMatchObject({ state: 'ok', threshold: 120 });
  expect((await channels('2026-11-20T12:30:00.000Z')).rule).toMatchObject({ state: 'attention', value: 1 });
});

test('HO-08: nothing is expected at night and over the weekend, and Monday starts at zero', async () => {
  await write('whatsapp', '2026-11-20T16:00:00Z', { perHour: 10 });
  // The last message arrived at 16:54: one more is expected in the last six minutes of the day.
  for (const now of ['2026-11-20T17:00:00Z', '2026-11-21T02:00:00Z', '2026-11-22T12:00:00Z', '2026-11-23T07:59:00Z']) {
    const found = await channels(now);
    expect(found.channels[0].expected_messages, now).toBe(1);
    expect(found.rule, now).toMatchObject({ state: 'ok', value: 0 });
  }
  expect((await channels('2026-11-23T08:11:00Z')).rule.state).toBe('ok');
  expect((await channels('2026-11-23T08:12:00Z')).rule).toMatchObject({ state: 'attention', value: 1 });
});

test('HO-08: no alarm on a holiday after the weekend, nor on the next morning', async () => {
  const body = { week: [], holidays: [{ date: '2026-11-23', name: 'Local day' }], version: 1 };
  await service.call('PATCH', 'business_calendar', { token: home.token, body });
  await write('whatsapp', '2026-11-20T16:00:00Z', { perHour: 10 });
  expect((await channels('2026-11-23T16:00:00Z')).rule).toMatchObject({ state: 'ok', value: 0 });
  expect((await channels('2026-11-24T08:00:00Z')).channels[0].expected_messages).toBe(1);
  expect((await channels('2026-11-24T08:12:00Z')).rule).toMatchObject({ state: 'attention' });
});

test('HO-08: after a clock change, local hours are compared', async () => {
  // Clocks in Berlin changed on 25 October: nine o’clock was 07:00 UTC before, and is 08:00 UTC since.
  await write('sms', '2026-10-26T16:00:00Z', { perHour: 4 });
  const at = await channels('2026-10-27T08:00:00Z');
  expect(at.channels[0].expected_messages).toBe(1);
  expect((await channels('2026-10-27T09:00:00Z')).channels[0].expected_messages).toBe(5);
});

test('HO-08: a channel without four weeks of messages is not judged, and a bound one without messages is listed', async () => {
  await write('sms', '2026-11-20T11:00:00Z', { perHour: 6, weeks: 3 });
  await service.call('POST', 'bind_channel', {
    token: home.token,
    body: { email: 'a@example.org', channel: 'instagram', external_user_id: 'a' },
  });
  const found = await channels('2026-11-20T14:00:00Z');
  expect(found.channels).toMatchObject([
    { channel: 'instagram', last_inbound_utc: null, inbound_24h: 0, silent_minutes: null, expected_messages: null },
    { channel: 'sms', silent_minutes: 190, expected_messages: null },
  ]);
  expect(found.rule).toMatchObject({ state: 'ok', value: 0 });
  const other = await service.createSite({ name: 'Other' });
  expect((await channels('2026-11-20T14:00:00Z', other.token)).channels).toEqual([]);
});

/** Expects counters and messages to agree, with `hours` counted hours of channels. */
async function expectCounted(hours: number): Promise<void> {
  const { owner } = service.database;
  expect(await findWrongCounters(owner, home.site.id)).toEqual([]);
  const keys = sql`select key from counter where name = 'inbound' group by 1 having sum(n) <> 0`;
  expect(await owner.query(keys)).toHaveLength(hours);
}

test('HO-08: messages are counted by hour as they arrive and move, folded or not', async () => {
  const { owner } = service.database;
  const message = { kind: 'message', direction: 'in', external_user_id: 'a', text: 'Hello' };
  const ingest = (items: readonly object[]) =>
    service.call('POST', 'ingest', {
      token: home.token,
      body: { items: items.map((item) => ({ ...message, ...item })) },
    });
  await ingest([
    { channel: 'sms', external_id: 'one', created_utc: '2026-11-20T09:10:00Z' },
    { channel: 'sms', created_utc: '2026-11-20T09:50:00Z' },
    { channel: 'whatsapp', created_utc: '2026-11-20T09:50:00Z' },
    { channel: 'whatsapp', created_utc: '2026-11-20T10:00:00Z', direction: 'out' },
  ]);
  await service.call('POST', 'tickets', {
    token: home.token,
    body: { subject: 'Bell', initial_comment: 'Hello', channel: 'email', requester_email: 'a@example.org' },
  });
  await service.call('POST', 'tickets', { token: home.token, body: { subject: 'Bell', initial_comment: 'Hello' } });
  await expectCounted(3);
  expect(await foldCounters(owner, home.site.id)).toBeGreaterThan(0);
  await expectCounted(3);
  await ingest([{ channel: 'whatsapp', external_id: 'one', created_utc: '2026-11-20T07:00:00Z' }]);
  await expectCounted(4);
});
