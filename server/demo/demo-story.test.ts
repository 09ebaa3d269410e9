import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Statement } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { startTestService, TEST_KEYS, type TestService } from '#server/testing/service.ts';
import { fillDemo, type DemoResult } from './fill-demo.ts';
import { findPastHealth } from './past-health.sql.ts';

// One filled site for the whole file, which no test changes. A Wednesday afternoon in Berlin.
const NOW = '2026-11-18T14:30:00.000Z';
const SIZE = 400;
let service: TestService;
let site: Site;
let token: string;
let counts: DemoResult;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  ({ site, token } = await service.createSite({ timeZone: 'Europe/Berlin' }));
  counts = await fillDemo(
    service.database,
    site,
    { tickets: SIZE, seed: 1, reset: false },
    { now: new Date(NOW), report: () => undefined, keys: TEST_KEYS },
  );
});

afterAll(() => service.close());

const rows = <Row extends object>(statement: Statement) => service.database.forSite(site.id).query<Row>(statement);
const one = async <Row extends object>(statement: Statement) => (await rows<Row>(statement))[0];

test('SI-08: the story follows the rules of the service', async () => {
  const db = service.database.forSite(site.id);
  const [broken] = await db.query<Record<string, number>>(sql`
    select count(*) filter (where first_response_utc <= created_utc)::integer as answered_before_asked,
      count(*) filter (where resolved_utc < coalesce(first_response_utc, created_utc))::integer as resolved_before_answered,
      count(*) filter (where (resolved_utc is null) <> (status in ('open', 'pending')))::integer as resolved_and_open,
      count(*) filter (where greatest(created_utc, first_response_utc, resolved_utc, updated_utc) > ${NOW}::timestamptz)::integer
        as in_the_future,
      count(*) filter (where created_utc < previous)::integer as numbered_out_of_order,
      count(*) filter (where (requester_email is null) <> (customer_identity_id is null))::integer as identified_wrongly,
      count(*) filter (where not exists (select from ticket_comment c where c.site_id = t.site_id and c.ticket_id = t.id))::integer as mute
    from (select *, lag(created_utc) over (order by ticket_number) as previous from ticket) t`);
  expect(Object.entries(broken ?? {}).filter(([, count]) => count !== 0)).toEqual([]);
  const [threads] = await db.query<Record<string, number>>(sql`
    select count(*) filter (where c.created_utc > ${NOW}::timestamptz or c.created_utc < t.created_utc)::integer as out_of_time,
      count(*) filter (where c.body ~ '[{}]')::integer as unfilled,
      (select count(*) from ticket where subject ~ '[{}]')::integer as unfilled_subjects
    from ticket_comment c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id`);
  expect(threads).toEqual({ out_of_time: 0, unfilled: 0, unfilled_subjects: 0 });
  const [people] = await db.query<Record<string, number>>(sql`
    select count(*) filter (where c.ticket_count <> (select count(*) from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id))::integer
        as miscounted,
      count(*) filter (where c.email !~ '@(.+[.])?example([.](com|org|net))?$')::integer as reachable from customer_identity c`);
  expect(people).toEqual({ miscounted: 0, reachable: 0 });
  const audit = await db.query<{ label: string; kind: string; n: number }>(sql`
    select label, actor_kind as kind, count(*)::integer as n from audit_log where action like 'ticket.%' or action in ('channel.bind', 'channel.unbind') group by 1, 2`);
  expect(audit).toEqual([
    { label: 'Demo data', kind: 'system', n: counts.tickets + counts.comments + counts.changes + counts.bindings },
  ]);
  const { json } = await service.call('GET', 'tickets', { token, query: { q: 'E14', limit: 1 } });
  expect(json.total_count).toBeGreaterThan(0);
});

test('SI-08: figures agree with their lists, and recent records exist', async () => {
  const health = (await service.call('GET', 'health', { token })).json.data;
  const total = async (query: Record<string, string | number>) =>
    (await service.call('GET', 'tickets', { token, query: { ...query, limit: 1 } })).json.total_count;
  const lists = {
    open_tickets: await total({ status: 'open' }),
    pending_tickets: await total({ status: 'pending' }),
    unassigned_open_pending: await total({ status: 'open,pending', assignee: 'none' }),
    snoozed: await total({ snoozed: 1 }),
    stale_no_first_reply: await total({ stale: 1 }),
    customer_identities: (await service.call('GET', 'customer_identities', { token, query: { limit: 1 } })).json
      .total_count,
  };
  expect(health).toMatchObject(lists);
  for (const [name, count] of Object.entries(lists)) expect(count, name).toBeGreaterThan(0);
  expect(health).toMatchObject({ business_calendar_active: true, is_now_within_business_hours: true });
  expect(health.bound_channel_handles).toBeGreaterThan(20);
  expect(health.channel_msg_inbound_30d).toBeGreaterThan(10);
  expect(await total({ status: 'open', priority: 'urgent' })).toBeGreaterThan(0);
  expect(await total({ status: 'open' })).toBeLessThan(20);
  const agents = (await service.call('GET', 'agents', { token })).json.data;
  expect(agents.total_count).toBe(7);
  const tags = (await service.call('GET', 'tags', { token })).json.data;
  expect(tags.items.length).toBeGreaterThan(5);
  expect(tags.items.filter((tag: { ticket_count: number }) => tag.ticket_count === 0)).toEqual([]);
});

test('SI-08: people write by day, and messages of Friday evening wait for the next opening', async () => {
  const db = service.database.forSite(site.id);
  const [byHour] = await db.query<{ night: number; day: number; monday: number; sunday: number }>(sql`
    select count(*) filter (where extract(hour from local) < 6)::integer as night,
      count(*) filter (where extract(hour from local) between 8 and 13)::integer as day,
      count(*) filter (where extract(dow from local) = 1)::integer as monday,
      count(*) filter (where extract(dow from local) = 0)::integer as sunday
    from (select created_utc at time zone 'Europe/Berlin' as local from ticket) t`);
  expect(byHour?.day).toBeGreaterThan(4 * (byHour?.night ?? 0));
  expect(byHour?.monday).toBeGreaterThan(1.5 * (byHour?.sunday ?? 0));
  // There are no replies on a Sunday or at night.
  const [outside] = await db.query<{ sunday: number; night: number; answered: number }>(sql`
    select count(*) filter (where extract(dow from local) = 0)::integer as sunday,
      count(*) filter (where extract(hour from local) not between 9 and 17)::integer as night, count(*)::integer as answered
    from (select first_response_utc at time zone 'Europe/Berlin' as local from ticket where first_response_utc is not null) t`);
  expect(outside).toMatchObject({ sunday: 0, night: 0 });
  expect(outside?.answered).toBeGreaterThan(SIZE * 0.9);
});

test('SI-08: edge cases are among the newest', async () => {
  const { json } = await service.call('GET', 'tickets', { token, query: { limit: 60 } });
  const subjects: string[] = json.items.map((item: { subject: string }) => item.subject);
  expect(subjects.some((subject) => [...subject].length === 300)).toBe(true);
  expect(subjects.some((subject) => /[\u0600-\u06ff]/.test(subject))).toBe(true);
  expect(subjects.some((subject) => /\p{Extended_Pictographic}/u.test(subject))).toBe(true);
});

test('SI-08: customers have notes, numbers in several forms and handles on several channels, and one is blocked', async () => {
  const known = await one<Record<string, number>>(sql`
    select (select count(*)::integer from customer_note) as notes,
      (select count(*)::integer from customer_note n join agent a on a.name = n.author) as by_agents,
      (select count(*)::integer from customer_identity where phone like '00%') as written_otherwise,
      (select count(*)::integer from customer_identity where blocked_utc is not null) as blocked,
      (select count(*)::integer from customer_note n join customer_identity c on c.id = n.identity_id
        where c.blocked_utc is not null and n.body like 'Blocked after%' and n.created_utc >= c.blocked_utc) as reasons,
      (select count(*)::integer from audit_log where action = 'customer.create') as written_down,
      (select count(*)::integer from (select identity_id from channel_binding group by 1 having count(distinct channel) > 2) m) as on_three`);
  expect(known).toMatchObject({ blocked: 1, reasons: 1, written_down: 5 });
  for (const count of ['notes', 'written_otherwise', 'on_three']) expect(known?.[count], count).toBeGreaterThan(0);
  expect(known?.['by_agents']).toBe(known?.['notes']);
  const list = async (resource: string, query: Record<string, string | number>) =>
    (await service.call('GET', resource, { token, query })).json;
  const isMarked = (item: { customer_blocked: boolean }) => item.customer_blocked;
  const [blocked] = (await list('customer_identities', { blocked: 1 })).items;
  expect(blocked.ticket_count).toBeGreaterThan(1);
  expect((await list('tickets', { customer_identity_id: blocked.id })).items.every(isMarked)).toBe(true);
  expect((await list('tickets', { limit: 200 })).items.every(isMarked)).toBe(false);
  // The earlier portal link was not revoked.
  const links = (await list('portal_tokens', { state: 'active', limit: 200 })).data.items;
  const forgotten = links.filter(isMarked);
  expect(forgotten).toMatchObject([{ requester_email: blocked.email }]);
  expect(forgotten[0].created_utc < blocked.blocked_utc).toBe(true);
  expect((await list('customer_identities', { without_channel: 'whatsapp' })).total_count).toBeGreaterThan(20);
  const found = await list('customer_identities', { q: '+49 30 23125-914' });
  expect(found.items).toMatchObject([{ display_name: 'Radhaus Werkstatt' }]);
});

test('SI-08: there are duplicate customers with stronger and weaker evidence, and one is merged', async () => {
  const list = async (resource: string) => (await service.call('GET', resource, { token })).json.data;
  const { items, as_of_utc } = await list('customer_duplicates');
  expect(as_of_utc).not.toBeNull();
  const kinds = items.map(({ strength, evidence }: { strength: string; evidence: { kind: string }[] }) =>
    [strength, ...evidence.map(({ kind }) => kind)].join(' '),
  );
  for (const wanted of ['strong phone name', 'strong handle', 'strong email handle name', 'likely name visitor'])
    expect(kinds).toContain(wanted);
  const { items: merges } = await list('customer_merges');
  expect(merges).toMatchObject([{ actor: 'Demo data', undone_utc: null, moved: { handles: 1, notes: 1 } }]);
  const query = { identity_id: merges[0].merged_id };
  const { identity } = (await service.call('GET', 'customer', { token, query })).json.data;
  expect(identity).toMatchObject({ id: merges[0].survivor_id, merged_from: [merges[0].merged_id] });
  expect(identity.ticket_count).toBeGreaterThan(1);
});

test('SI-08: the history of health agrees with the rows, and some rules need attention now', async () => {
  const get = async (resource: string, query: Record<string, string | number> = {}) =>
    (await service.call('GET', resource, { token, query })).json.data;
  const { items, total_count } = await get('health_history', { skip: 641, limit: 200 });
  // Five weeks, and this hour.
  expect(total_count).toBe(841);
  const { channels, ...last } = items.at(-1);
  expect(last).toEqual(await get('health'));
  expect(channels.map((item: { channel: string }) => item.channel)).toContain('whatsapp');
  // For the current time, the calculated past equals the service's own figures.
  const known = { instants: [NOW], channels: ['whatsapp', 'messenger', 'instagram', 'sms', 'email'] as const };
  const [past] = await findPastHealth(service.database.forSite(site.id), site.id, known);
  const { channels: pastChannels, at_utc: _at, ...figures } = past ?? { channels: [], at_utc: '' };
  expect(last).toMatchObject(figures);
  expect(pastChannels.map(({ channel, inbound_24h }) => ({ channel, inbound_24h }))).toEqual(
    channels.map(({ channel, inbound_24h }: { channel: string; inbound_24h: number }) => ({ channel, inbound_24h })),
  );
  const overview = await get('health_overview', { since: '2026-11-17T15:00:00Z' });
  expect(overview.series.length).toBe(48);
  expect(overview.day_ago).not.toBeNull();
  expect(overview.since).not.toBeNull();
  expect(new Set(items.map((item: { open_tickets: number }) => item.open_tickets)).size).toBeGreaterThan(5);
  const states = new Map(overview.rules.map((rule: { key: string; state: string }) => [rule.key, rule.state]));
  expect(states.get('no_first_reply')).toBe('ok');
  expect(states.get('overdue_replies')).toBe('attention');
  // Failed deliveries were delivered by a retry.
  expect(states.get('webhook_failures')).toBe('ok');
  expect(states.get('self_tests')).toBe('ok');
  expect(states.get('migration')).toBe('ok');
  const [, channelTest] = overview.self_tests;
  expect(channelTest.earlier.filter((run: { ok: boolean }) => !run.ok)).toHaveLength(1);
  expect(overview.checklist).toEqual({
    calendar: true,
    webhook_test: true,
    identity_bound: true,
    ai_caps: true,
    self_tests: true,
  });
});
