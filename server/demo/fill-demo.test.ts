import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { startTestService, TEST_KEYS, type TestService } from '#server/testing/service.ts';
import { fillDemo } from './fill-demo.ts';
import { DemoRefused, resetDemo } from './reset-demo.ts';

// A Wednesday afternoon in Berlin.
const NOW = '2026-11-18T14:30:00.000Z';
const SIZE = 30;
let service: TestService;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
});

afterEach(() => service.close());

const silent = () => ({ now: service.clock.now(), report: () => undefined, keys: TEST_KEYS });

/** All visible content, without ids, which are drawn again. */
async function story(db: Db, site: Site): Promise<unknown[]> {
  return db.query(sql`
    select t.subject, t.status, t.priority, t.channel, t.requester_name, t.requester_email, t.requester_phone, t.tags,
      t.first_response_utc, t.resolved_utc, t.created_utc, t.updated_utc, t.snoozed_until_utc, t.version,
      (select a.name from agent a where a.site_id = t.site_id and a.id = t.assignee_agent_id) as assignee,
      (select json_agg(json_build_array(c.author_kind, c.author_name, c.visibility, c.body, c.created_utc) order by c.created_utc, c.id)
        from ticket_comment c where c.site_id = t.site_id and c.ticket_id = t.id) as comments,
      (select json_agg(json_build_array(b.channel, b.external_user_id, b.display_handle, b.bound_utc) order by b.channel, b.external_user_id)
        from channel_binding b where b.site_id = t.site_id and b.identity_id = t.customer_identity_id) as handles
    from ticket t where t.site_id = ${site.id} order by t.ticket_number`);
}

/** The same for the records around the tickets, in order of time. */
async function storyAround(db: Db, site: Site): Promise<unknown[]> {
  return db.query(sql`
    with told (kind, at, what) as (
      select 'rating', created_utc, json_build_array(score, comment)::text from csat_response
      union all select 'chat', created_utc, json_build_array(session_id, role, author_name, text, tokens, cost_usd, latency_ms)::text
        from chat_message
      union all select 'session', started_utc, json_build_array(session_id, channel, visitor_key, outcome, ended_utc)::text
        from chat_session
      union all select 'handoff', created_utc, json_build_array(session_id, reason, status, taken_utc, resolved_utc)::text
        from handoff
      union all select 'call', created_utc, json_build_array(feature, model, tokens, cost_usd, status, cache_hit, session_id)::text
        from ai_call
      union all select 'feedback', created_utc, json_build_array(rating, comment, session_id)::text from feedback
      union all select 'event', e.occurred_utc, json_build_array(v.visitor_key, v.email, e.event, e.properties)::text
        from visitor_event e join visitor v on v.site_id = e.site_id and v.id = e.visitor_id
      union all select 'link', created_utc, json_build_array(requester_email, use_count, expires_utc, last_used_utc, revoked_utc)::text
        from portal_token
      union all select 'message', created_utc, json_build_array(channel, direction, external_user_id, text)::text
        from channel_message
      union all select 'import', started_utc, json_build_array(kind, imported_rows, skipped_rows, failed_rows)::text
        from import_run
      union all select 'bindings', created_utc, json_build_array(file_sha256, bound, refreshed, failed, undone_utc)::text
        from bind_job
      union all select 'limit', created_utc, json_build_array(monthly_budget_usd, daily_token_limit, action)::text
        from ai_billing
      union all select 'token', created_utc, json_build_array(label, scopes, expires_utc, revoked_utc)::text
        from api_token where label <> 'test'
      union all select 'snapshot', at_utc, figures::text from health_snapshot
      union all select 'self-test', at_utc, json_build_array(name, ok, round_trip_ms, error)::text from self_test_run
      union all select 'subscription', created_utc, json_build_array(url, events, state, disabled_utc)::text
        from webhook_subscription
      union all select 'delivery', d.created_utc, json_build_array(s.url, d.event_type, d.state, d.attempt_count, d.finished_utc)::text
        from webhook_delivery d join webhook_subscription s on s.site_id = d.site_id and s.id = d.subscription_id
    ) select kind, at, what from told where ${site.id} > 0 order by kind, at, what collate "C"`);
}

test('SI-08: the same seed, size and time give the same story, also after a reset', async () => {
  const one = await service.createSite({ name: 'One', timeZone: 'Europe/Berlin' });
  const two = await service.createSite({ name: 'Two', timeZone: 'Europe/Berlin' });
  const db = (site: Site) => service.database.forSite(site.id);
  await fillDemo(service.database, one.site, { tickets: SIZE, seed: 7, reset: false }, silent());
  await fillDemo(service.database, two.site, { tickets: SIZE, seed: 8, reset: true }, silent());
  const told = await story(db(one.site), one.site);
  expect(told).toHaveLength(SIZE);
  const around = await storyAround(db(one.site), one.site);
  expect(new Set(around.map((row) => Object.values(row as object)[0])).size).toBeGreaterThan(14);
  expect(await story(db(two.site), two.site)).not.toEqual(told);
  expect(await storyAround(db(two.site), two.site)).not.toEqual(around);
  await fillDemo(service.database, { ...two.site, isDemo: true }, { tickets: SIZE, seed: 7, reset: true }, silent());
  expect(await story(db(two.site), two.site)).toEqual(told);
  expect(await storyAround(db(two.site), two.site)).toEqual(around);
});

test('SI-08: a reset deletes all of the story except its entries in the audit log', async () => {
  const { site } = await service.createSite({ name: 'Full', timeZone: 'Europe/Berlin' });
  await fillDemo(service.database, site, { tickets: SIZE, seed: 7, reset: false }, silent());
  const full = await countRows(site);
  expect(Object.values(full).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(1_000);
  // Row-level security covers the whole story: queried by the id of the other site, no table has a row of it.
  const other = await service.createSite({ name: 'Other' });
  expect(await countRows(site, service.database.forSite(other.site.id))).toEqual({});
  expect(await countRows(site, service.database.forSite(site.id))).toEqual(full);
  expect(Object.keys(full).length).toBeGreaterThan(30);
  await resetDemo(service.database, { ...site, isDemo: true }, service.clock.now());
  // Every site has rows of the first two; tokens and audit lines of others stay.
  expect(await countRows(site)).toEqual({
    ...{ site_due: 3, site_sequence: 1 },
    ...{ api_token: 1, audit_log: (full['audit_log'] ?? 0) + 1 },
  });
});

test('SI-08: a site without channels and AI usage has no data of either, and all other data', async () => {
  const undeployed = ['channels', 'ai_usage'] as const;
  const { site } = await service.createSite({ name: 'Small', timeZone: 'Europe/London', undeployed });
  await fillDemo(service.database, site, { tickets: SIZE, seed: 7, reset: false }, silent());
  const counts = await countRows(site);
  for (const table of ['ai_call', 'ai_usage_day', 'ai_billing', 'ai_cap_notice'])
    expect(counts, table).not.toHaveProperty(table);
  for (const table of ['csat_response', 'chat_session', 'handoff', 'visitor_event', 'feedback', 'webhook_delivery']) {
    expect(counts[table], table).toBeGreaterThan(0);
  }
  const foreign = await service.database.forSite(site.id).query(sql`
    select (select count(*)::integer from chat_session where channel <> 'web') as sessions,
      (select count(*)::integer from channel_message where direction = 'out') as messages,
      (select count(*)::integer from chat_message where cost_usd is not null or tokens is not null) as costs`);
  expect(foreign).toEqual([{ sessions: 0, messages: 0, costs: 0 }]);
});

test('a demo without tickets is an empty desk, and filling it again duplicates nothing that exists once', async () => {
  const { site } = await service.createSite({ name: 'Empty', timeZone: 'Europe/Berlin' });
  await fillDemo(service.database, site, { tickets: 0, seed: 7, reset: false }, silent());
  const counts = await countRows(site);
  expect(counts).toEqual(expect.objectContaining({ agent: 7 }));
  for (const table of ['chat_session', 'webhook_subscription', 'ai_call', 'article'])
    expect(counts).not.toHaveProperty(table);
  const demo = { ...site, isDemo: true };
  await fillDemo(service.database, demo, { tickets: 20, seed: 1, reset: false }, silent());
  const once = await countRows(site);
  await fillDemo(service.database, demo, { tickets: 20, seed: 2, reset: false }, silent());
  const twice = await countRows(site);
  for (const table of [
    'api_token',
    'segment',
    'conversation_starter',
    'article',
    'saved_reply',
    'webhook_subscription',
  ]) {
    expect(twice[table], table).toBe(once[table]);
  }
  expect(twice['ticket']).toBe(40);
});

test('a site with its own subscription keeps only that one, which gets no events', async () => {
  const { site, token } = await service.createSite();
  const body = { url: 'https://93.184.215.14/hooks', events: ['*'] };
  const made = await service.call('POST', 'webhook_subscriptions', { token, body });
  await fillDemo(service.database, site, { tickets: SIZE, seed: 1, reset: false }, silent());
  const { json } = await service.call('GET', 'webhook_subscriptions', { token });
  expect(json.data.items).toMatchObject([{ id: made.json.data.id, state: 'active', pending: 0 }]);
  expect((await countRows(site))['webhook_delivery']).toBeUndefined();
  expect((await countRows(site))['csat_response']).toBeGreaterThan(0);
});

// The first second of a year, a night in which summer time ends, a leap day; and the smallest sizes.
test.each([
  { now: '2027-01-01T00:00:00.500Z', tickets: 1, seed: 1 },
  { now: '2026-10-25T01:15:00.000Z', tickets: 2, seed: 2 },
  { now: '2028-02-29T12:00:00.000Z', tickets: 15, seed: 4_294_967_295 },
])('SI-08: a story of $tickets written at $now ends now', async ({ now, tickets, seed }) => {
  service.clock.set(now);
  const { site, token } = await service.createSite({ timeZone: 'Europe/Berlin' });
  await fillDemo(service.database, site, { tickets, seed, reset: false }, silent());
  const [late] = await service.database.forSite(site.id).query<Record<string, number>>(sql`
    select (select count(*)::integer from chat_message where created_utc > ${now}::timestamptz) as messages,
      (select count(*)::integer from ai_call where created_utc > ${now}::timestamptz) as calls,
      (select count(*)::integer from ticket where greatest(updated_utc, resolved_utc) > ${now}::timestamptz) as tickets,
      (select count(*)::integer from webhook_delivery where due_utc is not null) as waiting,
      (select count(distinct status)::integer from handoff) as handoff_states`);
  expect(late).toEqual({ messages: 0, calls: 0, tickets: 0, waiting: 0, handoff_states: 4 });
  const limits = (await service.call('GET', 'ai_limits', { token })).json.data;
  expect(limits).toMatchObject({ any_exceeded: false, action: 'soft' });
});

test('a reset never empties a site that holds other tickets', async () => {
  const { site, token } = await service.createSite();
  await service.call('POST', 'tickets', { token, body: { subject: 'Real' } });
  for (const reset of [true, false]) {
    await expect(fillDemo(service.database, site, { tickets: 10, seed: 1, reset }, silent())).rejects.toThrow(
      DemoRefused,
    );
  }
  const { json } = await service.call('GET', 'tickets', { token });
  expect(json.items).toMatchObject([{ subject: 'Real' }]);
});

/** Rows of a site by table, without empty tables. */
async function countRows(site: Site, db: Db = service.database.owner): Promise<Record<string, number>> {
  const tables = await service.database.owner.query<{ name: string }>(sql`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'site_id'`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const text = `select count(*)::integer as n from ${name} where site_id = $1`;
    const [row] = await db.query<{ n: number }>({ text, values: [site.id] });
    if (row !== undefined && row.n > 0) counts[name] = row.n;
  }
  return counts;
}
