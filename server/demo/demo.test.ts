import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANNELS } from '#contract/customers.ts';
import { sql, type Statement } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { startTestService, TEST_KEYS, type TestService } from '#server/testing/service.ts';
import { fillDemo, type DemoResult } from './fill-demo.ts';
import { findPastHealth } from './past-health.ts';

// One filled site for the whole file, which no test changes. A Wednesday afternoon in Berlin.
const NOW = '2026-11-18T14:30:00.000Z';
const SIZE = 400;
const DAY = 86_400_000;
let service: TestService;
let site: Site;
let token: string;
let counts: DemoResult;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  ({ site, token } = await service.createSite({ timeZone: 'Europe/Berlin' }));
  const context = { now: new Date(NOW), report: () => undefined, keys: TEST_KEYS };
  counts = await fillDemo(service.database, site, { tickets: SIZE, seed: 1, reset: false }, context);
});

afterAll(() => service.close());

const get = async (resource: string, query: Record<string, string | number> = {}) => {
  const { json } = await service.call('GET', resource, { token, query });
  return json.data ?? json;
};
const total = async (resource: string, query: Record<string, string | number>) =>
  (await get(resource, { ...query, limit: 1 })).total_count;
const rows = <Row extends object>(statement: Statement) => service.database.forSite(site.id).query<Row>(statement);
const one = async (statement: Statement) => (await rows<Record<string, number>>(statement))[0] ?? {};
const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((sum, item) => sum + value(item), 0);
/** The start of the last `days` whole UTC days, including today. */
const since = (days: number) => new Date(Math.floor(Date.parse(NOW) / DAY + 1 - days) * DAY).toISOString();

test('SI-08: no time of the story is in the future, except expiry times', async () => {
  const columns = await rows<{ table: string; column: string }>(sql`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'timestamp with time zone'
      and c.column_name not in ('expires_utc', 'snoozed_until_utc', 'overlap_until_utc')
      and exists (select from information_schema.columns s where s.table_schema = 'public'
        and s.table_name = c.table_name and s.column_name = 'site_id')`);
  expect(columns.length).toBeGreaterThan(40);
  for (const { table, column } of columns) {
    const text = `select count(*)::integer as n from ${table} where site_id = $1 and ${column} > $2::timestamptz`;
    const [late] = await service.database.owner.query<{ n: number }>({ text, values: [site.id, NOW] });
    expect(late, `${table}.${column}`).toEqual({ n: 0 });
  }
});

test('SI-08: the story follows the rules of the service', async () => {
  const broken = await one(sql`
    select count(*) filter (where first_response_utc <= created_utc)::integer as answered_before_asked,
      count(*) filter (where resolved_utc < coalesce(first_response_utc, created_utc))::integer as resolved_before_answered,
      count(*) filter (where (resolved_utc is null) <> (status in ('open', 'pending')))::integer as resolved_and_open,
      count(*) filter (where created_utc < previous)::integer as numbered_out_of_order,
      count(*) filter (where (requester_email is null) <> (customer_identity_id is null))::integer as identified_wrongly,
      count(*) filter (where subject ~ '[{}]')::integer as unfilled,
      (select count(*)::integer from ticket_comment where body ~ '[{}]') as unfilled_comments,
      (select count(*)::integer from customer_identity c where c.email !~ '@(.+[.])?example([.](com|org|net))?$') as reachable,
      (select count(*)::integer from customer_identity c where c.ticket_count <> (
        select count(*) from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id)) as miscounted
    from (select *, lag(created_utc) over (order by ticket_number) as previous from ticket) t`);
  expect(Object.entries(broken).filter(([, count]) => count !== 0)).toEqual([]);
  // There are no first replies on a Sunday or at night.
  const outside = await one(sql`
    select count(*) filter (where extract(dow from local) = 0 or extract(hour from local) not between 9 and 17)::integer as n,
      count(*)::integer as answered
    from (select first_response_utc at time zone 'Europe/Berlin' as local from ticket where first_response_utc is not null) t`);
  expect(outside['n']).toBe(0);
  expect(outside['answered']).toBeGreaterThan(SIZE * 0.9);
});

test('SI-08: all of it is labelled as demo data in the audit log', async () => {
  expect((await get('whoami')).is_demo).toBe(true);
  const labels = await rows<{ label: string; kind: string }>(sql`
    select label, actor_kind as kind from audit_log where actor_kind <> 'admin' group by 1, 2 order by 1`);
  expect(labels).toEqual([
    { label: 'Demo data', kind: 'system' },
    { label: 'Support leads (demo data)', kind: 'system' },
    { label: 'Tomke on the road (demo data)', kind: 'system' },
    { label: 'webhooks', kind: 'system' },
  ]);
  const audit = await one(sql`
    select count(*)::integer as n from audit_log where action like 'ticket.%' or action in ('channel.bind', 'channel.unbind')`);
  expect(audit['n']).toBe(counts.tickets + counts.comments + counts.changes + counts.bindings);
});

test('SI-08: figures agree with their lists, and recent records exist', async () => {
  const health = await get('health');
  const lists = {
    open_tickets: await total('tickets', { status: 'open' }),
    pending_tickets: await total('tickets', { status: 'pending' }),
    unassigned_open_pending: await total('tickets', { status: 'open,pending', assignee: 'none' }),
    snoozed: await total('tickets', { snoozed: 1 }),
    stale_no_first_reply: await total('tickets', { stale: 1 }),
    customer_identities: await total('customer_identities', {}),
  };
  expect(health).toMatchObject(lists);
  for (const [name, count] of Object.entries(lists)) expect(count, name).toBeGreaterThan(0);
  expect(lists.open_tickets).toBeLessThan(20);
  expect(health).toMatchObject({ business_calendar_active: true, is_now_within_business_hours: true });
  expect(health.bound_channel_handles).toBeGreaterThan(20);
  expect(health.channel_msg_inbound_30d).toBeGreaterThan(10);
  expect(health.ai_calls_24h).toBeGreaterThan(0);
  expect(await total('tickets', { status: 'open', priority: 'urgent' })).toBeGreaterThan(0);
  expect(await total('tickets', { q: 'E14' })).toBeGreaterThan(0);
  expect(await total('agents', {})).toBe(7);
});

test('SI-08: edge cases are among the newest', async () => {
  const subjects: string[] = (await get('tickets', { limit: 60 })).items.map(
    (item: { subject: string }) => item.subject,
  );
  expect(subjects.some((subject) => [...subject].length === 300)).toBe(true);
  expect(subjects.some((subject) => /[\u0600-\u06ff]/.test(subject))).toBe(true);
  expect(subjects.some((subject) => /\p{Extended_Pictographic}/u.test(subject))).toBe(true);
});

test('SI-08: solved tickets are rated, the summary agrees with the rows, and the team reviewed low scores', async () => {
  const report = await get('csat', { days: 365, include: 'trend' });
  const all = await one(sql`
    select count(*)::integer as responses, avg(score)::float8 as average, count(comment)::integer as comments,
      count(*) filter (where c.created_utc <= t.resolved_utc or t.status not in ('resolved', 'closed'))::integer as early,
      count(distinct score)::integer as scores,
      count(*) filter (where review <> 'none' and (score > 2 or review_utc <= c.created_utc))::integer as wrong_reviews,
      (select count(*)::integer from ticket where status in ('resolved', 'closed')) as solved
    from csat_response c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id`);
  expect(all).toMatchObject({ early: 0, scores: 6, wrong_reviews: 0, responses: report.summary.responses });
  expect(report.summary.average).toBeCloseTo(all['average'] ?? 0, 2);
  expect(sumOf<{ responses: number }>(report.trend, (day) => day.responses)).toBe(report.summary.responses);
  expect(report.summary.responses / (all['solved'] ?? 1)).toBeGreaterThan(0.25);
  expect(report.summary.responses / (all['solved'] ?? 1)).toBeLessThan(0.42);
  expect(all['comments']).toBeGreaterThan(10);
  expect(await total('chart_notes', { chart: 'csat' })).toBe(2);
  const { items } = await get('csat_reports', { report: 'days' });
  const silent = items.filter(({ responses }: { responses: number }) => responses === 0);
  expect(silent.map(({ date }: { date: string }) => date)).toEqual(
    expect.arrayContaining(['2026-11-08', '2026-11-09']),
  );
});

test('SI-08: AI usage agrees with the calls, with errors, cache hits and a model without a price', async () => {
  const usage = await get('ai_usage', { days: 90, include: 'trend' });
  const calls = await one(sql`
    select count(*)::integer as calls, sum(tokens)::float8 as tokens, sum(cost_usd)::float8 as cost,
      count(*) filter (where status = 'error')::integer as errors, count(*) filter (where cache_hit)::integer as cache_hits,
      count(*) filter (where not is_priced and created_utc >= '2026-11-01')::integer as unpriced
    from ai_call where created_utc >= ${since(90)}::timestamptz`);
  for (const list of [usage.trend, usage.by_feature]) {
    expect(sumOf<{ calls: number }>(list, (item) => item.calls)).toBe(calls['calls']);
    expect(sumOf<{ tokens: number }>(list, (item) => item.tokens)).toBe(calls['tokens']);
    expect(sumOf<{ cost_usd: number }>(list, (item) => item.cost_usd)).toBeCloseTo(calls['cost'] ?? 0, 6);
  }
  for (const count of ['errors', 'cache_hits', 'unpriced']) expect(calls[count], count).toBeGreaterThan(0);
  for (const { feature, calls } of usage.by_feature) expect(calls, feature).toBeGreaterThan(0);
  expect(usage.summary.unpriced_calls_month).toBe(calls['unpriced']);
  // A session costs as much as its calls.
  const { items } = await get('ai_sessions', { limit: 200 });
  const spent = await one(sql`select sum(cost_usd)::float8 as cost from ai_call where session_id is not null`);
  expect(sumOf<{ cost_usd: number }>(items, (item) => item.cost_usd)).toBeCloseTo(spent['cost'] ?? 0, 6);
  const told = await one(sql`
    select sum(m.cost_usd)::float8 as cost, count(*) filter (where m.cost_usd is null)::integer as unpaid
    from chat_message m where m.role = 'ai'`);
  const answers = await one(sql`
    select sum(cost_usd)::float8 as cost, count(*) filter (where not is_priced)::integer as unpriced
    from ai_call where feature = 'bot' and status = 'ok'`);
  // An answer of the model without a price has no cost, rather than one of 0.
  expect(told['unpaid']).toBe(answers['unpriced']);
  expect(told['cost']).toBeCloseTo(answers['cost'] ?? 0, 6);
});

test('SI-08: AI spend has spenders, a day with excessive prompts, refused calls, limits and alerts in order of time', async () => {
  const limits = await get('ai_limits');
  expect(limits).toMatchObject({ any_exceeded: false, action: 'soft' });
  expect(limits.budget.percent_used).toBeGreaterThan(80);
  expect(limits.budget.percent_used).toBeLessThan(100);
  expect(limits.daily_tokens.percent_used).toBeLessThan(50);
  const report = async (query: Record<string, string>) => (await get('ai_reports', { limit: 200, ...query })).items;
  const window = { from: since(30).slice(0, 10) };
  const spenders = await report({ report: 'usage', group_by: 'token', order_by: 'cost', ...window });
  const labels = spenders.map(({ token_label: label }: { token_label: string }) => label);
  expect(labels.toSorted()).toEqual(['Chat widget', 'Support leads', 'Tomke on the road']);
  const models: Record<string, unknown>[] = await report({ report: 'usage', group_by: 'model', ...window });
  const unpriced = models.filter(({ unpriced_calls: n }) => n !== 0).map(({ model }) => model);
  expect(unpriced).toEqual(['lumen-large-3-preview']);
  const bot: Record<string, number>[] = await report({ report: 'usage', group_by: 'day', feature: 'bot', ...window });
  const lengths = bot.map(({ input_tokens: tokens = 0, calls = 0 }) => tokens / calls).toSorted((a, b) => b - a);
  expect(lengths[0]).toBeGreaterThan(1.5 * (lengths[1] ?? 0));
  expect(await one(sql`select count(*)::integer as n from ai_refusal`)).not.toEqual({ n: 0 });

  const history: Record<string, string>[] = await report({ report: 'cap_history' });
  expect(new Set(history.map(({ actor }) => actor)).size).toBeGreaterThan(1);
  const latest = (cap: string) => history.find((change) => change['cap'] === cap)?.['to'];
  expect([latest('budget'), latest('daily_tokens'), latest('minute_calls'), latest('action')]).toEqual(
    [limits.budget.limit, limits.daily_tokens.limit, limits.minute_calls.limit, limits.action].map(String),
  );
  const fired = (await report({ report: 'alerts' })).filter(
    (row: { cap: string; period_start_utc: string; fired_utc: string | null }) =>
      row.cap === 'budget' && row.period_start_utc === '2026-11-01T00:00:00.000Z' && row.fired_utc !== null,
  );
  expect(fired).toMatchObject([{ threshold_percent: 50 }, { threshold_percent: 80 }]);
  for (const { threshold_percent: percent, fired_utc: at } of fired) {
    const spent = await one(sql`
      select sum(cost_usd) filter (where created_utc < ${at}::timestamptz)::float8 as before,
        sum(cost_usd)::float8 as through
      from ai_call where created_utc between '2026-11-01T00:00:00Z' and ${at}::timestamptz`);
    expect(spent['before']).toBeLessThan((limits.budget.limit * percent) / 100);
    expect(spent['through']).toBeGreaterThanOrEqual((limits.budget.limit * percent) / 100);
  }
});

test('SI-08: handoffs are in all four states, and transcripts have the counts and outcomes of their sessions', async () => {
  const insights = await get('ai_insights', { days: 90, take: 50 });
  for (const status of ['waiting', 'taken', 'resolved', 'abandoned']) {
    const { count } = insights.handoff_status.find(({ label }: { label: string }) => label === status);
    expect(await total('handoffs', { status }), status).toBe(count);
    expect(count, status).toBeGreaterThan(0);
  }
  expect(insights.top_questions[0].count).toBeGreaterThan(3);
  const broken = await one(sql`
    select count(*) filter (where h.taken_utc < h.created_utc or h.resolved_utc < h.taken_utc)::integer as out_of_order,
      count(*) filter (where t.id is not null and h.resolved_utc is distinct from t.resolved_utc)::integer as unlike_ticket,
      count(*) filter (where t.id is not null and s.customer_identity_id is distinct from t.customer_identity_id)::integer
        as another_person,
      count(*) filter (where t.created_utc < s.started_utc)::integer as ticket_before
    from handoff h join chat_session s on s.site_id = h.site_id and s.session_id = h.session_id
    left join ticket t on t.site_id = h.site_id and t.id = h.ticket_id`);
  expect(broken).toEqual({ out_of_order: 0, unlike_ticket: 0, another_person: 0, ticket_before: 0 });
  const sessions = await one(sql`
    select count(*) filter (where s.message_count <> m.n)::integer as miscounted,
      count(*) filter (where m.first < s.started_utc or m.last > coalesce(s.ended_utc, m.last))::integer as out_of_time,
      count(distinct s.outcome)::integer as outcomes
    from chat_session s cross join lateral (
      select count(*)::integer as n, min(created_utc) as first, max(created_utc) as last
      from chat_message m where m.site_id = s.site_id and m.session_id = s.session_id
    ) m`);
  expect(sessions).toEqual({ miscounted: 0, out_of_time: 0, outcomes: 4 });
  expect((await get('feedback')).items.length).toBeGreaterThan(3);
  expect((await get('conversation_starters')).items).toHaveLength(5);
});

test('SI-08: one rising question explains why more chats were handed over, and reviews say what was wrong before', async () => {
  const [from, to] = [since(7).slice(0, 10), since(0).slice(0, 10)];
  const { totals, previous } = await get('ai_reports', { report: 'handoffs', from, to });
  expect(totals.handed_over).toBeGreaterThan(previous.handed_over);
  const { items } = await get('ai_reports', { report: 'insights', list: 'reason', from, to });
  expect(items[0].label).toBe('Error E14 remains after all the steps');
  expect(items[0].count).toBeGreaterThan(items[0].previous_count);
  const reviews = await get('ai_reviews', { from: since(60).slice(0, 10), to });
  for (const key of ['right', 'wrong']) expect(reviews[key], key).toBeGreaterThan(0);
  expect(reviews.reviewers).toHaveLength(2);
  expect((await get('ai_reviews', { from, to })).reviewed).toBe(0);
  expect((await get('ai_sessions', { min_messages: 400 })).total_count).toBe(1);
  expect((await get('ai_sessions', { low_score: 1 })).total_count).toBeGreaterThan(0);
});

test('SI-08: visitors are in segments by their events', async () => {
  const { items } = await get('visitors', { limit: 200 });
  const events = await one(sql`select count(*)::integer as n from visitor_event`);
  expect(sumOf<{ event_count: number }>(items, (item) => item.event_count)).toBe(events['n']);
  expect(items.some((item: { segments: string[] }) => item.segments.length > 0)).toBe(true);
  expect(items.some((item: { customer_identity_id: unknown }) => item.customer_identity_id !== null)).toBe(true);
});

test('SI-08: portal links are used, unused, expired and revoked, and health counts them', async () => {
  const { items } = await get('portal_tokens', { limit: 200 });
  const inState = (state: string) => items.filter((item: { state: string }) => item.state === state);
  for (const state of ['active', 'expired', 'revoked']) expect(inState(state).length, state).toBeGreaterThan(0);
  const uses = sumOf<{ use_count: number }>(items, (item) => item.use_count);
  expect(uses).toBeGreaterThan(0);
  expect(inState('active').some((item: { use_count: number }) => item.use_count === 0)).toBe(true);
  expect(await get('health')).toMatchObject({
    portal_total_uses: uses,
    portal_active_tokens: inState('active').length,
    ai_budget_exceeded: false,
  });
});

test('SI-08: API tokens for several uses, one revoked, one about to expire, one unused for 90 days', async () => {
  const { items } = await get('api_tokens');
  const made: Record<string, string | null>[] = items.filter((item: { label: string }) => item.label !== 'test');
  expect(made).toHaveLength(6);
  const usable = made.filter((item) => item['revoked_utc'] === null);
  expect(usable).toHaveLength(5);
  const before = (time: string | null | undefined, days: number) =>
    time != null && Date.parse(time) < Date.parse(NOW) + days * DAY;
  expect(usable.filter((item) => before(item['expires_utc'], 7))).toHaveLength(1);
  expect(usable.filter((item) => before(item['last_used_utc'], -90)).map((item) => item['label'])).toEqual([
    'Wall display',
  ]);
});

test('SI-08: most drafts of the copilot have a use, and saved replies and articles fit the story', async () => {
  const { drafts, ...uses } = await get('ai_reports', { report: 'drafts', from: since(90).slice(0, 10) });
  const used = sumOf<number>(Object.values(uses), (count) => count);
  for (const [use, count] of Object.entries(uses)) expect(count, use).toBeGreaterThan(0);
  expect(used).toBeLessThan(drafts);
  expect(used).toBeGreaterThan(drafts * 0.7);
  const { items, total_count } = await get('saved_replies');
  expect(total_count).toBe(12);
  expect(items[0].used_count).toBeGreaterThan(items[11].used_count);
  const { id } = await one(sql`
    select id from ticket_comment where author_kind = 'customer' and body like '%5.1%' and body like '%E14%' order by id limit 1`);
  const sources = await get('draft_sources', { comment_id: String(id) });
  expect(sources.items.map(({ kind }: { kind: string }) => kind)).toContain('article');
  expect(sources.items.map(({ kind }: { kind: string }) => kind)).toContain('saved_reply');
});

test('SI-08: the migration status shows the runs', async () => {
  const status = await get('migrate_status');
  expect(status.articles).toMatchObject({ imported_rows: 14, skipped_rows: 9, failed_rows: 2, run_count: 2 });
  expect(status.macros).toMatchObject({ imported_rows: 12, failed_rows: 0, run_count: 1 });
});

test('CAL-06: yearly holidays, one that is not applied, a date with its own hours, and a reply target', async () => {
  const { holidays, overrides } = await get('business_calendar');
  const isOf = (name: string) => holidays.find((holiday: { name: string }) => holiday.name === name);
  expect(isOf('Christmas Day')).toMatchObject({ recurring: true });
  expect(isOf('Good Friday')).toEqual({ date: '2026-04-03', name: 'Good Friday' });
  expect(isOf('Reformation Day')).toMatchObject({ active: false });
  expect(overrides).toEqual([{ date: '2026-12-02', name: 'Stocktaking', windows: [expect.any(Object)] }]);
  expect((await get('site_settings')).values.reply_target_minutes).toBe(240);
  const overdue = await total('tickets', { overdue: 1 });
  expect(overdue).toBeGreaterThan(0);
  expect(overdue).toBeLessThan((await total('tickets', { status: 'open,pending' })) / 2);
});

test('SI-08: customers have notes, numbers in several forms and handles on several channels, and one is blocked', async () => {
  const known = await one(sql`
    select (select count(*)::integer from customer_note) as notes,
      (select count(*)::integer from customer_identity where phone like '00%') as written_otherwise,
      (select count(*)::integer from customer_note n join customer_identity c on c.site_id = n.site_id and c.id = n.identity_id
        where c.blocked_utc is not null and n.body like 'Blocked after%' and n.created_utc >= c.blocked_utc) as reasons,
      (select count(*)::integer from (select identity_id from channel_binding group by 1 having count(distinct channel) > 2) m) as on_three`);
  for (const count of ['notes', 'written_otherwise', 'on_three']) expect(known[count], count).toBeGreaterThan(0);
  expect(known['reasons']).toBe(1);
  const { items: blocked } = await get('customer_identities', { blocked: 1 });
  expect(blocked).toHaveLength(1);
  expect(blocked[0].ticket_count).toBeGreaterThan(1);
  // The earlier portal link was not revoked.
  const { items: links } = await get('portal_tokens', { state: 'active', limit: 200 });
  const forgotten = links.filter((item: { customer_blocked: boolean }) => item.customer_blocked);
  expect(forgotten).toMatchObject([{ requester_email: blocked[0].email }]);
  const found = await get('customer_identities', { q: '+49 30 23125-914' });
  expect(found.items).toMatchObject([{ display_name: 'Radhaus Werkstatt' }]);
});

test('SI-08: there are duplicate customers with stronger and weaker evidence, and one is merged', async () => {
  const { items, as_of_utc } = await get('customer_duplicates');
  expect(as_of_utc).not.toBeNull();
  const found = (strength: string, ...wanted: readonly string[]) =>
    items.some(
      (item: { strength: string; evidence: { kind: string }[] }) =>
        item.strength === strength && wanted.every((each) => item.evidence.some(({ kind }) => kind === each)),
    );
  expect(found('strong', 'phone', 'name')).toBe(true);
  expect(found('strong', 'handle')).toBe(true);
  expect(found('strong', 'email', 'handle', 'name')).toBe(true);
  expect(found('likely', 'name', 'visitor')).toBe(true);
  const { items: merges } = await get('customer_merges');
  expect(merges).toMatchObject([{ actor: 'Demo data', undone_utc: null, moved: { handles: 1, notes: 1 } }]);
  const { identity } = await get('customer', { identity_id: merges[0].merged_id });
  expect(identity).toMatchObject({ id: merges[0].survivor_id, merged_from: [merges[0].merged_id] });
});

test('SI-08: the contacts of a list were imported with errors and undone, then correctly in two parts, and once more', async () => {
  const { items } = await get('bind_jobs');
  const [again, right, wrong] = items;
  expect(again).toMatchObject({ state: 'done', parts: 1, batch_id: null, counts: { refreshed: right.counts.bound } });
  expect(right).toMatchObject({ state: 'done', parts: 2, batch_id: expect.any(String) });
  expect(right.counts).toMatchObject({ bad_channel: 1, no_identity: 1, failed: 1, minted_identity: 0 });
  expect(wrong).toMatchObject({ state: 'undone', parts: 1, counts: right.counts });
  expect(right.counts.bound).toBeGreaterThan(5);
  const bound = await one(
    sql`select count(*)::integer as n from channel_binding b where b.external_user_id like 'list.%'`,
  );
  expect(bound['n']).toBe(right.counts.bound);
});

test('SI-08: webhooks have a history of successes, retries and an end, and nothing is pending', async () => {
  const { items } = await get('webhook_subscriptions');
  expect(items.map((item: { state: string }) => item.state).sort()).toEqual(['disabled', 'paused', 'paused']);
  expect(items.find((item: { state: string }) => item.state === 'disabled')).toMatchObject({ disabled_reason: 'gone' });
  for (const item of items) {
    expect(new URL(item.url).hostname).toMatch(/\.example$/);
    expect(item).toMatchObject({ pending: 0, last_delivery_utc: expect.any(String) });
  }
  const { items: deliveries } = await get('webhook_deliveries', { limit: 200 });
  const retried = deliveries.filter((item: { attempt_count: number }) => item.attempt_count > 1);
  expect(retried.length).toBeGreaterThan(0);
  expect(retried.every((item: { state: string }) => item.state === 'succeeded')).toBe(true);
  const failed = deliveries.filter((item: { state: string }) => item.state === 'failed');
  expect(failed).toMatchObject([{ last_http_status: 410 }]);
  expect(await get('health')).toMatchObject({
    webhook_queue_pending: 0,
    webhook_failed_24h: await total('webhook_deliveries', { failed_hours: 24 }),
  });
});

test('SI-08: the history of health agrees with the rows, and some rules need attention now', async () => {
  const { items, total_count } = await get('health_history', { skip: 641, limit: 200 });
  // Five weeks, and this hour.
  expect(total_count).toBe(841);
  const { channels, ...last } = items.at(-1);
  expect(last).toEqual(await get('health'));
  expect(channels.map((item: { channel: string }) => item.channel)).toContain('whatsapp');
  // For the current time, the calculated past equals the service's own figures.
  const known = { instants: [NOW], channels: CHANNELS };
  const [past] = await findPastHealth(service.database.forSite(site.id), site.id, known);
  const { channels: pastChannels = [], at_utc: _at, figures, ...more } = past ?? {};
  expect(last).toMatchObject({ ...figures, ...more });
  const inbound = ({ channel, inbound_24h }: { channel: string; inbound_24h: number }) => `${channel} ${inbound_24h}`;
  expect(pastChannels.map(inbound)).toEqual(channels.map(inbound));
  expect(new Set(items.map((item: { open_tickets: number }) => item.open_tickets)).size).toBeGreaterThan(5);
  const overview = await get('health_overview', { since: '2026-11-17T15:00:00Z' });
  expect(overview.day_ago).not.toBeNull();
  const states = Object.fromEntries(
    overview.rules.map((rule: { key: string; state: string }) => [rule.key, rule.state]),
  );
  expect(states).toMatchObject({
    no_first_reply: 'ok',
    overdue_replies: 'attention',
    webhook_failures: 'ok',
    self_tests: 'ok',
    migration: 'ok',
  });
  const [, channelTest] = overview.self_tests;
  expect(channelTest.earlier.filter((run: { ok: boolean }) => !run.ok)).toHaveLength(1);
  expect(Object.values(overview.checklist)).toEqual(Array(5).fill(true));
});
