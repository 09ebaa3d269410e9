import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Statement } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { startTestService, TEST_KEYS, type TestService } from '#server/testing/service.ts';
import { fillDemo } from './fill-demo.ts';

// One filled site for the whole file, which no test changes. A Wednesday afternoon in Berlin.
const NOW = '2026-11-18T14:30:00.000Z';
const DAY = 86_400_000;
let service: TestService;
let site: Site;
let token: string;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  ({ site, token } = await service.createSite({ timeZone: 'Europe/Berlin' }));
  const context = { now: new Date(NOW), report: () => undefined, keys: TEST_KEYS };
  await fillDemo(service.database, site, { tickets: 400, seed: 1, reset: false }, context);
});

afterAll(() => service.close());

const get = async (resource: string, query: Record<string, string | number> = {}) => {
  const { json, text } = await service.call('GET', resource, { token, query });
  if (json.ok !== true) throw new Error(text);
  return json.data ?? json;
};
const rows = <Row extends object>(statement: Statement) => service.database.forSite(site.id).query<Row>(statement);
const one = async <Row extends object>(statement: Statement) => (await rows<Row>(statement))[0];
const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number | bigint) =>
  items.reduce((sum, item) => sum + Number(value(item)), 0);
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
    const { text } = sql`select count(*)::integer as n from `;
    const [late] = await service.database.owner.query<{ n: number }>({
      text: `${text}${table} where site_id = $1 and ${column} > $2::timestamptz`,
      values: [site.id, NOW],
    });
    expect(late, `${table}.${column}`).toEqual({ n: 0 });
  }
});

test('SI-08: a third of the solved tickets is rated after it was solved, and the summary agrees with the rows', async () => {
  const report = await get('csat', { days: 365, include: 'trend' });
  const [all] = await rows<Record<string, number>>(sql`
    select count(*)::integer as responses, avg(score)::float8 as average, count(comment)::integer as comments,
      count(*) filter (where c.created_utc <= t.resolved_utc)::integer as before_solved,
      count(*) filter (where t.status not in ('resolved', 'closed'))::integer as unsolved,
      count(distinct score)::integer as scores,
      (select count(*)::integer from ticket where status in ('resolved', 'closed')) as solved
    from csat_response c join ticket t on t.site_id = c.site_id and t.id = c.ticket_id`);
  expect(all).toMatchObject({ before_solved: 0, unsolved: 0, scores: 6 });
  expect(report.summary.responses).toBe(all?.['responses']);
  expect(report.summary.average).toBeCloseTo(all?.['average'] ?? 0, 2);
  expect(sumOf(Object.values<number>(report.summary.distribution), (n) => n)).toBe(report.summary.responses);
  expect(sumOf<{ responses: number }>(report.trend, (day) => day.responses)).toBe(report.summary.responses);
  expect(report.summary.responses / (all?.['solved'] ?? 1)).toBeGreaterThan(0.25);
  expect(report.summary.responses / (all?.['solved'] ?? 1)).toBeLessThan(0.42);
  expect(all?.['comments']).toBeGreaterThan(10);
});

test('SI-08: low scores of the last weeks have reviews by the team, which also wrote on the chart', async () => {
  const reviewed = await one<Record<string, number>>(sql`
    select count(*)::integer as answers, count(*) filter (where score > 2)::integer as content,
      count(distinct review_by)::integer as people,
      count(*) filter (where review_utc <= created_utc or review_utc > ${NOW}::timestamptz)::integer as out_of_time,
      count(*) filter (where not exists (select from agent a where a.site_id = c.site_id and a.name = c.review_by))::integer
        as strangers
    from csat_response c where review <> 'none'`);
  expect(reviewed).toMatchObject({ content: 0, out_of_time: 0, strangers: 0 });
  expect(reviewed?.['people']).toBeLessThanOrEqual(reviewed?.['answers'] ?? 0);
  expect((await get('chart_notes', { chart: 'csat' })).total_count).toBe(2);
  const { items } = await get('csat_reports', { report: 'days' });
  const silent = items.filter(({ responses }: { responses: number }) => responses === 0);
  expect(silent.map(({ date }: { date: string }) => date)).toEqual(
    expect.arrayContaining(['2026-11-08', '2026-11-09']),
  );
});

test('SI-08: AI usage agrees with the calls, with errors, cache hits and a model without a price', async () => {
  const usage = await get('ai_usage', { days: 90, include: 'trend' });
  const calls = await one<Record<string, number>>(sql`
    select count(*)::integer as calls, sum(tokens)::float8 as tokens, sum(cost_usd)::float8 as cost,
      count(*) filter (where status = 'error')::integer as errors, count(*) filter (where cache_hit)::integer as cache_hits
    from ai_call where created_utc >= ${since(90)}::timestamptz`);
  for (const list of [usage.trend, usage.by_feature]) {
    expect(sumOf<{ calls: number }>(list, (item) => item.calls)).toBe(calls?.['calls']);
    expect(sumOf<{ tokens: number }>(list, (item) => item.tokens)).toBe(calls?.['tokens']);
    expect(sumOf<{ cost_usd: number }>(list, (item) => item.cost_usd)).toBeCloseTo(calls?.['cost'] ?? 0, 6);
  }
  expect(calls?.['errors']).toBeGreaterThan(0);
  expect(calls?.['cache_hits']).toBeGreaterThan(0);
  for (const { feature, calls } of usage.by_feature) expect(calls, feature).toBeGreaterThan(0);
  const month = await one<Record<string, number>>(sql`
    select count(*)::integer as calls, count(*) filter (where not is_priced)::integer as unpriced,
      count(*) filter (where feature = 'bot' and status = 'ok')::integer as replies
    from ai_call where created_utc >= '2026-11-01'::timestamptz`);
  expect(usage.summary).toMatchObject({ calls_month: month?.['calls'], unpriced_calls_month: month?.['unpriced'] });
  expect(month?.['unpriced']).toBeGreaterThan(0);
  expect(month?.['replies']).toBe((await get('usage')).ai_replies_served);
  const oldest = await one<{ at: string }>(sql`select min(created_utc) as at from ai_call`);
  expect(Date.parse(oldest?.at ?? NOW)).toBeLessThan(Date.parse(NOW) - 60 * DAY);
  // A session costs as much as its calls.
  const { items } = await get('ai_sessions', { limit: 200 });
  const spent = await one<{ cost: number }>(sql`
    select sum(cost_usd)::float8 as cost from ai_call where session_id is not null`);
  expect(sumOf<{ cost_usd: number }>(items, (item) => item.cost_usd)).toBeCloseTo(spent?.cost ?? 0, 6);
});

test('SI-08: one limit is nearly reached, none is, and they only warn', async () => {
  const limits = await get('ai_limits');
  expect(limits).toMatchObject({ any_exceeded: false, action: 'soft' });
  expect(limits.budget.percent_used).toBeGreaterThan(80);
  expect(limits.budget.percent_used).toBeLessThan(100);
  expect(limits.daily_tokens.percent_used).toBeLessThan(50);
});

test('SI-08: AI spend has spenders, a day with excessive prompts, refused calls, limits and alerts in order of time', async () => {
  const report = async (query: Record<string, string>) => (await get('ai_reports', { limit: 200, ...query })).items;
  const window = { from: since(30).slice(0, 10) };
  const spenders = await report({ report: 'usage', group_by: 'token', order_by: 'cost', ...window });
  const labels = spenders.map(({ token_label: label }: { token_label: string }) => label);
  expect(labels.toSorted()).toEqual(['Chat widget', 'Support leads', 'Tomke on the road']);
  const prices = (await get('ai_prices', { limit: 200 })).items.map(({ model }: { model: string }) => model);
  const models = (await report({ report: 'usage', group_by: 'model', ...window })) as Record<string, string | number>[];
  const unpriced = models.filter(({ unpriced_calls: n }) => n !== 0).map(({ model }) => model);
  expect(unpriced).toEqual(['lumen-large-3-preview']);
  expect(prices).not.toContain('lumen-large-3-preview');
  const bot = (await report({ report: 'usage', group_by: 'day', feature: 'bot', ...window })) as Record<
    string,
    number
  >[];
  const [longest = 0, next = 0] = bot
    .map(({ input_tokens: tokens = 0, calls = 0 }) => tokens / calls)
    .toSorted((a, b) => b - a);
  expect(longest).toBeGreaterThan(1.5 * next);

  const history = (await report({ report: 'cap_history' })) as Record<string, string>[];
  expect(new Set(history.map(({ actor }) => actor)).size).toBeGreaterThan(1);
  const latest = (cap: string) => history.find((change) => change['cap'] === cap)?.['to'];
  const limits = await get('ai_limits');
  expect([latest('budget'), latest('daily_tokens'), latest('minute_calls'), latest('action')]).toEqual(
    [limits.budget.limit, limits.daily_tokens.limit, limits.minute_calls.limit, limits.action].map(String),
  );
  const fired = (await report({ report: 'alerts' })).filter(
    (row: { cap: string; period_start_utc: string; fired_utc: string | null }) =>
      row.cap === 'budget' && row.period_start_utc === '2026-11-01T00:00:00.000Z' && row.fired_utc !== null,
  );
  expect(fired).toMatchObject([{ threshold_percent: 50 }, { threshold_percent: 80 }]);
  for (const { threshold_percent: percent, fired_utc: at } of fired) {
    const [spent] = await rows<{ before: number; through: number }>(sql`
      select sum(cost_usd) filter (where created_utc < ${at}::timestamptz)::float8 as before,
        sum(cost_usd)::float8 as through
      from ai_call where created_utc between '2026-11-01T00:00:00Z' and ${at}::timestamptz`);
    const mark = (limits.budget.limit * percent) / 100;
    expect(spent?.before).toBeLessThan(mark);
    expect(spent?.through).toBeGreaterThanOrEqual(mark);
  }
});

test('SI-08: handoffs are in all four states, and insights and lists count the same', async () => {
  const insights = await get('ai_insights', { days: 90, take: 50 });
  const states = new Map<string, number>();
  for (const { label, count } of insights.handoff_status) states.set(label, count);
  for (const status of ['waiting', 'taken', 'resolved', 'abandoned']) {
    expect((await get('handoffs', { status, limit: 1 })).total_count, status).toBe(states.get(status) ?? 0);
    expect(states.get(status), status).toBeGreaterThan(0);
  }
  expect(insights.top_questions[0].count).toBeGreaterThan(3);
  const asked = await one<{ n: number }>(sql`select count(*)::integer as n from chat_message where role = 'visitor'`);
  expect(sumOf<{ count: number }>(insights.top_questions, (line) => line.count)).toBe(asked?.n);
  const broken = await one<Record<string, number>>(sql`
    select count(*) filter (where h.taken_utc < h.created_utc or h.resolved_utc < h.taken_utc)::integer as out_of_order,
      count(*) filter (where t.id is not null and h.resolved_utc is distinct from t.resolved_utc)::integer as unlike_ticket,
      count(*) filter (where t.id is not null and s.customer_identity_id is distinct from t.customer_identity_id)::integer
        as another_person,
      count(*) filter (where t.created_utc < s.started_utc)::integer as ticket_before
    from handoff h join chat_session s on s.site_id = h.site_id and s.session_id = h.session_id
    left join ticket t on t.site_id = h.site_id and t.id = h.ticket_id`);
  expect(broken).toEqual({ out_of_order: 0, unlike_ticket: 0, another_person: 0, ticket_before: 0 });
  const linked = await one<{ n: number }>(sql`select count(ticket_id)::integer as n from handoff`);
  expect(linked?.n).toBeGreaterThan(0);
});

test('SI-08: transcripts have their messages in order, and their sessions have the counts', async () => {
  const broken = await one<Record<string, number>>(sql`
    select count(*) filter (where s.message_count <> m.n)::integer as miscounted,
      count(*) filter (where m.first < s.started_utc or m.last > coalesce(s.ended_utc, m.last))::integer as out_of_time,
      count(*) filter (where m.priced <> m.answers)::integer as unpaid
    from chat_session s cross join lateral (
      select count(*)::integer as n, min(created_utc) as first, max(created_utc) as last,
        count(cost_usd)::integer as priced, count(*) filter (where role = 'ai')::integer as answers
      from chat_message m where m.site_id = s.site_id and m.session_id = s.session_id
    ) m`);
  expect(broken).toEqual({ miscounted: 0, out_of_time: 0, unpaid: 0 });
  const outcomes = await rows<{ outcome: string }>(sql`select outcome from chat_session group by 1 order by 1`);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['abandoned', 'answered', 'handed_off', 'open']);
  const roles = await rows<{ role: string }>(sql`select role from chat_message group by 1 order by 1`);
  expect(roles.map(({ role }) => role)).toEqual(['agent', 'ai', 'visitor']);
  expect((await get('feedback')).items.length).toBeGreaterThan(3);
  expect((await get('conversation_starters')).items).toHaveLength(5);
});

test('SI-08: visitors are in segments by their events', async () => {
  const { items, total_count } = await get('visitors', { limit: 200 });
  expect(total_count).toBeGreaterThan(10);
  const events = await one<{ n: number }>(sql`select count(*)::integer as n from visitor_event`);
  expect(sumOf<{ event_count: number }>(items, (item) => item.event_count)).toBe(events?.n);
  const named = new Set(items.flatMap((item: { segments: string[] }) => item.segments));
  expect(named.size).toBeGreaterThan(0);
  expect(items.some((item: { customer_identity_id: unknown }) => item.customer_identity_id !== null)).toBe(true);
});

test('SI-08: portal links are used, unused, expired and revoked, and health counts them', async () => {
  const { items } = await get('portal_tokens', { limit: 200 });
  const states = new Set(items.map((item: { state: string }) => item.state));
  expect(states).toEqual(new Set(['active', 'expired', 'revoked']));
  const uses = sumOf<{ use_count: number }>(items, (item) => item.use_count);
  expect(uses).toBeGreaterThan(0);
  expect(
    items.some((item: { use_count: number; state: string }) => item.use_count === 0 && item.state === 'active'),
  ).toBe(true);
  const health = await get('health');
  expect(health.portal_total_uses).toBe(uses);
  const active = items.filter((item: { state: string }) => item.state === 'active').length;
  expect(health.portal_active_tokens).toBe(active);
  expect(health).toMatchObject({ webhook_queue_pending: 0, ai_budget_exceeded: false });
  expect(health.ai_calls_24h).toBeGreaterThan(0);
});

test('SI-08: the migration status shows the runs, the links, the channels and the AI calls', async () => {
  const status = await get('migrate_status');
  expect(status.articles).toMatchObject({ imported_rows: 12, skipped_rows: 9, failed_rows: 2, run_count: 2 });
  expect(status.macros).toMatchObject({ imported_rows: 6, failed_rows: 0, run_count: 1 });
  const stored = await one<Record<string, number>>(sql`
    select (select count(*)::integer from article) as articles, (select count(*)::integer from macro) as macros`);
  expect(stored).toEqual({ articles: 12, macros: 6 });
  const { summary } = await get('ai_usage');
  expect(status.ai_usage).toMatchObject({ calls_month: summary.calls_month, tokens_month: summary.tokens_month });
  const { items } = await get('portal_tokens', { limit: 200 });
  const inState = (state: string) => items.filter((item: { state: string }) => item.state === state).length;
  expect(status.portal_tokens).toMatchObject({
    active_tokens: inState('active'),
    expired_tokens: inState('expired'),
    revoked_tokens: inState('revoked'),
  });
  const out = await rows<{ channel: string }>(sql`
    select channel from channel_message where direction = 'out' and text is not null group by 1`);
  expect(out.length).toBeGreaterThan(2);
});

test('CAL-06: yearly holidays, one that is not applied, a date with its own hours, and a reply target', async () => {
  const { holidays, overrides } = await get('business_calendar');
  const isOf = (name: string) => holidays.find((holiday: { name: string }) => holiday.name === name);
  expect(isOf('Christmas Day')).toMatchObject({ recurring: true });
  expect(isOf('Good Friday')).not.toHaveProperty('recurring');
  expect(isOf('Reformation Day')).toMatchObject({ active: false });
  expect(overrides).toEqual([{ date: expect.any(String), name: 'Stocktaking', windows: [expect.any(Object)] }]);
  expect((await get('site_settings')).values.reply_target_minutes).toBe(240);
  const list = async (query: Record<string, string | number>) =>
    (await service.call('GET', 'tickets', { token, query })).json;
  const total = async (query: Record<string, string | number>) => (await list({ limit: 1, ...query })).total_count;
  const [active, overdue] = [await total({ status: 'open,pending' }), await total({ overdue: 1 })];
  expect(overdue).toBeGreaterThan(0);
  expect(overdue).toBeLessThan(active / 2);
  const soonest = await list({ order_by: 'due', limit: 200 });
  const ahead = soonest.items.filter(
    ({ reply_due_utc }: { reply_due_utc: string | null }) => reply_due_utc !== null && reply_due_utc > NOW,
  );
  expect(ahead.length).toBeGreaterThan(0);
});

test('SI-08: API tokens for several uses, one revoked, one about to expire, and no one has them', async () => {
  const { items } = await get('api_tokens');
  const made = items.filter((item: { label: string }) => item.label !== 'test');
  expect(made).toHaveLength(6);
  expect(made.filter((item: { revoked_utc: unknown }) => item.revoked_utc !== null)).toHaveLength(1);
  const soon = Date.parse(NOW) + 7 * DAY;
  expect(made.filter((item: { expires_utc: string }) => Date.parse(item.expires_utc) < soon)).toHaveLength(1);
  // One of the valid tokens was not used for 90 days.
  const long = Date.parse(NOW) - 90 * DAY;
  const unused = made.filter(
    (item: { last_used_utc: string; revoked_utc: unknown }) =>
      item.revoked_utc === null && Date.parse(item.last_used_utc) < long,
  );
  expect(unused.map((item: { label: string }) => item.label)).toEqual(['Wall display']);
  expect(JSON.stringify(await rows(sql`select changes::text as changes from audit_log`))).not.toMatch(/sck_\w{20}/);
});

test('SI-08: all of it is labelled as demo data in the audit log', async () => {
  const labels = await rows<{ label: string; kind: string }>(sql`
    select label, actor_kind as kind from audit_log where actor_kind <> 'admin' group by 1, 2 order by 1`);
  expect(labels).toEqual([
    { label: 'Demo data', kind: 'system' },
    { label: 'Support leads (demo data)', kind: 'system' },
    { label: 'Tomke on the road (demo data)', kind: 'system' },
    { label: 'webhooks', kind: 'system' },
  ]);
});

test('SI-08: the contacts of a list were imported with errors and undone, then correctly in two parts, and once more', async () => {
  const { items } = await get('bind_jobs');
  const [again, right, wrong] = items;
  expect(items).toMatchObject([
    {
      state: 'done',
      parts: 1,
      batch_id: null,
      counts: { total_rows: right.counts.bound, refreshed: right.counts.bound },
    },
    { parts: 2, batch_id: expect.any(String) },
    { parts: 1, batch_id: null },
  ]);
  expect([again, right, wrong].map((item) => item.token_label)).toEqual(Array(3).fill('Demo data'));
  expect([right, wrong]).toMatchObject([
    { state: 'done', has_rows: true, counts: { bad_channel: 1, no_identity: 1, failed: 1, minted_identity: 0 } },
    { state: 'undone', counts: right.counts },
  ]);
  expect(right.counts.bound).toBeGreaterThan(5);
  expect(wrong.file_sha256).not.toBe(right.file_sha256);
  const [bound] = await rows<{ n: number; strangers: number }>(sql`
    select count(*)::integer as n, count(*) filter (where c.email is null)::integer as strangers from channel_binding b
    join customer_identity c on c.site_id = b.site_id and c.id = b.identity_id where b.external_user_id like 'list.%'`);
  expect(bound).toEqual({ n: right.counts.bound, strangers: 0 });
});
