import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { migrate, MIGRATIONS } from '#server/db/migrate.ts';
import { openPglite } from '#server/db/pglite.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { SILENT_LOG } from '#server/db/engine.ts';

const NOW = new Date('2026-11-20T14:30:00Z');

test('calls, limits and alerts of an older version are in the reports: sums, spenders, history', async () => {
  const folder = await mkdtemp(path.join(inject('testFolder'), 'older-'));
  const migrations = path.join(folder, 'migrations');
  await cp(MIGRATIONS, migrations, { recursive: true });
  for (const name of await readdir(migrations)) if (name >= '0021') await rm(path.join(migrations, name));
  const engine =
    inject('engine') === 'pglite'
      ? await openPglite({ dataDir: path.join(folder, 'data'), durable: false, log: SILENT_LOG })
      : openPostgres(await createTestDatabase(), SILENT_LOG);
  await migrate(engine, NOW, { folder: migrations });
  const { owner } = engine.database;
  await owner.query(sql`insert into site (name, created_utc) values ('Old', ${NOW})`);
  await owner.query(sql`select create_site_sequences(id) from site`);
  await owner.query(sql`
    insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status,
      cache_hit, created_utc)
    select s.id, next_id(s.id), 'bot', 'small', 10, n, 0.1, n <> 3, 100 * n, case n when 2 then 'error' else 'ok' end,
      n = 1, ${'2026-11-19T23:59:59.999Z'}::timestamptz + interval '1 ms' * n
    from site s cross join generate_series(0, 3) n order by n`);
  const changes = [
    { field: 'monthly_budget_usd', from: null, to: '12.50' },
    { field: 'action', from: 'soft', to: 'hard' },
  ];
  await owner.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, token_id, label, action, object_type, object_id, changes, outcome)
    select s.id, next_id(s.id), ${NOW}, 'token', 7, 'Lead', 'ai_limits.update', 'ai_limits', s.id::text,
      ${changes}::text::jsonb, 'ok' from site s`);
  await owner.query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, token_id, label, action, object_type, object_id, outcome)
    select c.site_id, next_id(c.site_id), c.created_utc, 'token', 9, 'Widget', 'ai_call.record', 'ai_call', c.id::text, 'ok'
    from ai_call c where c.output_tokens < 3`);
  await owner.query(sql`
    insert into ai_cap_notice (site_id, cap, period_start, threshold)
    select id, 'budget', '2026-11-01T00:00:00Z'::timestamptz, 50 from site`);
  expect(await migrate(engine, NOW)).toContain('0021_ai_reports');

  expect(
    await owner.query(sql`
      select day::text, token_id, calls, cache_hits, errors, refused, input_tokens, output_tokens, tokens, cost_usd,
        latency_ms, unpriced from ai_usage_day order by day, token_id`),
  ).toEqual(
    [
      ['2026-11-19', 9n, 1n, 0n, 0n, 10n, 0n, '0.1', 0n, 0n],
      ['2026-11-20', 0n, 1n, 0n, 0n, 10n, 3n, '0.1', 300n, 1n],
      ['2026-11-20', 9n, 2n, 1n, 1n, 20n, 3n, '0.2', 300n, 0n],
    ].map(
      ([day, token_id, calls, cache_hits, errors, input_tokens, output_tokens, cost_usd, latency_ms, unpriced]) => ({
        ...{ day, token_id, calls, cache_hits, errors, refused: 0n, input_tokens, output_tokens },
        ...{ tokens: BigInt(input_tokens ?? 0) + BigInt(output_tokens ?? 0), cost_usd, latency_ms, unpriced },
      }),
    ),
  );
  expect(
    await owner.query(sql`
      select p.part, p.day::text, p.token_id, p.calls, p.cache_hits, p.errors, p.latency_ms, l.le_ms
      from ai_part_day p join ai_part_latency_day l using (site_id, part, day, feature, model, token_id, calls)
      order by 1`),
  ).toEqual([
    {
      ...{ part: 'cached', day: '2026-11-20', token_id: 9n, calls: 1n, cache_hits: 1n, errors: 0n },
      ...{ latency_ms: 100n, le_ms: 100 },
    },
    {
      ...{ part: 'error', day: '2026-11-20', token_id: 9n, calls: 1n, cache_hits: 0n, errors: 1n },
      ...{ latency_ms: 200n, le_ms: 200 },
    },
  ]);
  expect(
    await owner.query(sql`select le_ms, sum(calls)::integer as n from ai_latency_day group by 1 order by 1`),
  ).toEqual([
    { le_ms: 50, n: 1 },
    { le_ms: 100, n: 1 },
    { le_ms: 200, n: 1 },
    { le_ms: 300, n: 1 },
  ]);
  expect(
    await owner.query(sql`select actor, cap, from_value, to_value, created_utc from ai_cap_change order by id`),
  ).toEqual([
    { actor: 'Lead', cap: 'budget', from_value: null, to_value: '12.50', created_utc: NOW.toISOString() },
    { actor: 'Lead', cap: 'action', from_value: 'soft', to_value: 'hard', created_utc: NOW.toISOString() },
  ]);
  expect(await owner.query(sql`select threshold, fired_utc from ai_cap_notice`)).toEqual([
    { threshold: 50, fired_utc: '2026-11-20T00:00:00.002Z' },
  ]);
  await engine.database.close();
}, 180_000);
