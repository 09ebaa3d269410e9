import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sql } from '#server/db/db.ts';
import { STEP_ROWS } from '#server/operation/in-steps.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const NOW = '2026-11-20T14:30:00.000Z';

let service: TestService;
let sites: readonly TestSite[];

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  sites = [await service.createSite(), await service.createSite({ name: 'Other' })];
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

/** Retention by table; the tests create one row just within it and one just past it. */
const KEPT = {
  answer: DAY,
  undo: DAY,
  importRows: 30 * DAY,
  audit: 400 * DAY,
  // Counted in whole UTC days.
  refusal: 400 * DAY + (Date.parse(NOW) % DAY),
  body: 7 * DAY,
  delivery: 30 * DAY,
  snapshot: 400 * DAY,
};
const PLACES = ['within', 'past'] as const;

async function makeRows({ site, tokenId }: TestSite): Promise<void> {
  const { owner } = service.database;
  await owner.query(sql`delete from audit_log where site_id = ${site.id}`);
  await owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${site.id}, 1, 'https://example.org/', '{*}', false, 'active', '', '', ${NOW}, ${NOW})`);
  await owner.query(sql`insert into site_due (site_id, kind, due_utc) values (${site.id}, 'webhooks', ${NOW})`);
  for (const [index, place] of PLACES.entries()) {
    const at = (kept: number) => new Date(Date.parse(NOW) - kept + (place === 'past' ? -1 : 1)).toISOString();
    const id = 10 + index;
    await owner.query(sql`
      insert into idempotency_record (site_id, token_id, operation, key, body_hash, status, answer, created_utc)
      values (${site.id}, ${tokenId}, 'createTicket', ${place}, '', 200, '{}', ${at(KEPT.answer)})`);
    await owner.query(sql`
      insert into ticket_undo (site_id, token_hash, ticket_id, version, before_version, status, priority, tags, created_utc)
      values (${site.id}, sha256(${place}::bytea), ${id}, 2, 1, 'open', 'normal', '{}', ${at(KEPT.undo)})`);
    await owner.query(sql`
      insert into ticket_bulk_change (site_id, undo_token, token_id, at_utc, tickets, patch, tag_keys)
      values (${site.id}, ${place}, ${tokenId}, ${at(KEPT.undo)}, 1, '{}', '{}')`);
    await owner.query(sql`
      insert into bind_job (site_id, id, first_id, created_utc, token_label, file_sha256, has_rows)
      values (${site.id}, ${id}, ${id}, ${at(KEPT.importRows)}, ${place}, '', true)`);
    await owner.query(sql`
      insert into bind_job_part (site_id, job_id, id, first_line, last_line, lines, outcomes, codes, identity_ids, made_ids, made_owners, moved_ids,
        moved_owners, moved_from)
      values (${site.id}, ${id}, 1, 0, 0, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`);
    await owner.query(sql`
      insert into audit_log (site_id, id, at_utc, actor_kind, action, object_type, object_id, outcome)
      values (${site.id}, ${id}, ${at(KEPT.audit)}, 'system', ${place}, 'thing', '1', 'ok')`);
    await owner.query(sql`
      insert into health_snapshot (site_id, hour_utc, at_utc, figures)
      select ${site.id}, t, t, to_jsonb(${place}::text) from (select ${at(KEPT.snapshot)}::timestamptz as t) t`);
    await owner.query(sql`
      insert into ai_refusal (site_id, id, feature, model, is_priced, caps, created_utc)
      values (${site.id}, ${id}, 'copilot', ${place}, true, '{budget}', ${at(KEPT.refusal)})`);
    await owner.query(sql`
      insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, state, scheduled_utc, created_utc)
      select ${site.id}, ${id} + n, 1, ${place}, case n when 0 then 'body' else 'log' end, '{}', 'succeeded', ${NOW},
        case n when 0 then ${at(KEPT.body)}::timestamptz else ${at(KEPT.delivery)}::timestamptz end
      from unnest(array[0, 100]) n`);
    await owner.query(sql`
      insert into webhook_attempt (site_id, delivery_id, attempt, scheduled_utc, started_utc, duration_ms)
      values (${site.id}, ${id} + 100, 1, ${NOW}, ${NOW}, 1)`);
  }
}

/** Rows of both sites by table, named as in `makeRows`. */
async function rowsLeft(): Promise<Record<string, readonly string[]>> {
  const rows = await service.database.owner.query<{ name: string; place: string }>(sql`
    select 'idempotency_record' as name, key as place from idempotency_record
    union all select 'ticket_undo', case ticket_id when 10 then 'within' else 'past' end from ticket_undo
    union all select 'ticket_bulk_change', undo_token from ticket_bulk_change
    union all select 'bind_job', token_label || case when has_rows then ' with rows' else '' end from bind_job
    union all select 'bind_job_part', case job_id when 10 then 'within' else 'past' end from bind_job_part
    union all select 'audit_log', action from audit_log
    union all select 'ai_refusal', model from ai_refusal
    union all select 'health_snapshot', figures #>> '{}' from health_snapshot where jsonb_typeof(figures) = 'string'
    union all select 'webhook_delivery', message_id || ' ' || event_type || case when body is null then ' cleared' else '' end
      from webhook_delivery
    union all select 'webhook_attempt', case delivery_id when 110 then 'within' else 'past' end from webhook_attempt
    order by 1, 2`);
  const left: Record<string, string[]> = {};
  for (const { name, place } of rows) (left[name] ??= []).push(place);
  return left;
}

const ofBoth = (...places: readonly string[]) => places.flatMap((place) => [place, place]);

/** After 7 days a delivery loses its body, after 30 days its log. */
const AFTERWARDS = {
  idempotency_record: ofBoth('within'),
  ticket_undo: ofBoth('within'),
  ticket_bulk_change: ofBoth('within'),
  bind_job: ofBoth('past', 'within with rows'),
  bind_job_part: ofBoth('within'),
  ai_refusal: ofBoth('within'),
  health_snapshot: ofBoth('within'),
  audit_log: ofBoth('within'),
  webhook_delivery: ofBoth('past body cleared', 'within body', 'within log cleared'),
  webhook_attempt: ofBoth('within'),
};

test('each hour all rows past their retention are removed, of every site, and no others', async () => {
  for (const site of sites) await makeRows(site);
  const before = await rowsLeft();
  expect(Object.keys(before).toSorted()).toEqual(Object.keys(AFTERWARDS).toSorted());
  for (const [name, places] of Object.entries(before))
    expect(places, name).toHaveLength(name === 'webhook_delivery' ? 8 : 4);
  await service.app.housekeeping?.runEveryHour();
  expect(await rowsLeft()).toEqual(AFTERWARDS);
  await service.app.housekeeping?.runEveryHour();
  expect(await rowsLeft()).toEqual(AFTERWARDS);
});

test('removal also runs at the start, by two nodes at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  for (const site of sites) await makeRows(site);
  const node = await startTestService({ now: NOW, emptyFirst: false });
  try {
    for (const { app } of [service, node]) app.housekeeping?.start();
    await expect.poll(rowsLeft, { timeout: 10_000 }).toEqual(AFTERWARDS);
  } finally {
    await node.close();
  }
});

test('thousands of rows are removed in steps', async () => {
  const { owner } = service.database;
  const [own] = sites;
  if (own === undefined) throw new Error('two sites were made');
  const old = new Date(Date.parse(NOW) - KEPT.answer - 1).toISOString();
  await owner.query(sql`
    insert into idempotency_record (site_id, token_id, operation, key, body_hash, status, answer, created_utc)
    select ${own.site.id}, ${own.tokenId}, 'createTicket', n::text, '', 200, '{}', ${old}
    from generate_series(1, ${4 * STEP_ROWS + 1}::integer) n`);
  await service.app.housekeeping?.runEveryHour();
  expect(await owner.query(sql`select 1 as one from idempotency_record`)).toEqual([]);
});

test('a long job does not delay writing the use of a session, and no session in use is removed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { app, clock, database } = service;
  const { housekeeping } = app;
  const [own] = sites;
  if (own === undefined || housekeeping === null) throw new Error('two sites were made');
  const searching = Promise.withResolvers<void>();
  vi.spyOn(housekeeping, 'searchDuplicates').mockReturnValue(searching.promise);
  housekeeping.start();
  vi.advanceTimersByTime(10 * SECOND);
  const { token } = (await service.call('POST', 'sessions', { token: own.token, body: {} })).json.data;
  const useIt = async () => (await service.call('GET', 'whoami', { token })).status;
  const used = async () =>
    (await database.owner.query<{ last_used_utc: string }>(sql`select last_used_utc from browser_session`))[0]
      ?.last_used_utc;
  try {
    for (let minutes = 0; minutes < 80; minutes += 20) {
      clock.advance(20 * 60 * SECOND);
      expect(await useIt()).toBe(200);
      vi.advanceTimersByTime(2 * SECOND);
      await expect.poll(used).toBe(clock.now().toISOString());
    }
    clock.advance(20 * 60 * SECOND);
    await housekeeping.runEveryHour();
    expect(await useIt()).toBe(200);
  } finally {
    searching.resolve();
  }
});

test('once started, it repeats: uses every 2 seconds, counters every 10, snapshots and removal each minute for the sites that are due', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { owner } = service.database;
  const count = async (text: string) => (await owner.query<{ n: number }>({ text, values: [] }))[0]?.n;
  const steps = () => count('select count(*)::integer as n from counter where not is_total');
  const [own] = sites;
  if (own === undefined) throw new Error('two sites were made');
  service.app.housekeeping?.start();
  await service.call('POST', 'tickets', { token: own.token, body: { subject: 'Bell' } });

  const uses = () => count('select sum(request_count)::integer as n from api_token');
  expect(await uses()).toBe(0);
  vi.advanceTimersByTime(2 * SECOND);
  await expect.poll(uses, { timeout: 10_000 }).toBe(1);

  await service.call('POST', 'tickets', { token: own.token, body: { subject: 'Bell' } });
  expect(await steps()).toBeGreaterThan(0);
  vi.advanceTimersByTime(8 * SECOND);
  await expect.poll(steps, { timeout: 10_000 }).toBe(0);

  const snapshots = () => count('select count(*)::integer as n from health_snapshot');
  service.clock.advance(3 * 60 * SECOND);
  vi.advanceTimersByTime(50 * SECOND);
  await expect.poll(snapshots, { timeout: 10_000 }).toBe(2);

  for (const site of sites) await makeRows(site);
  service.clock.set(NOW);
  await owner.query(sql`update site_due set due_utc = ${NOW} where kind = 'retention'`);
  vi.advanceTimersByTime(60 * SECOND);
  await expect.poll(rowsLeft, { timeout: 10_000 }).toEqual(AFTERWARDS);
});
