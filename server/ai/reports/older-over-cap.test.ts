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
const AT = '2026-11-19T12:00:00Z';

test('calls of an older version are told as over a cap by the limits as they were when they were made', async () => {
  const folder = await mkdtemp(path.join(inject('testFolder'), 'older-caps-'));
  const migrations = path.join(folder, 'migrations');
  await cp(MIGRATIONS, migrations, { recursive: true });
  for (const name of await readdir(migrations)) if (name >= '0032') await rm(path.join(migrations, name));
  const engine =
    inject('engine') === 'pglite'
      ? await openPglite({ dataDir: path.join(folder, 'data'), durable: false, log: SILENT_LOG })
      : openPostgres(await createTestDatabase(), SILENT_LOG);
  await migrate(engine, NOW, { folder: migrations });
  const { owner } = engine.database;
  await owner.query(sql`insert into site (name, created_utc) select n, ${NOW} from unnest(array['Held', 'Soft']) n`);
  await owner.query(sql`select create_site_sequences(id) from site`);
  // Nine calls of 10 tokens, ten minutes apart; the last but one was made by the service itself.
  await owner.query(sql`
    insert into ai_call (site_id, id, feature, model, input_tokens, output_tokens, cost_usd, is_priced, latency_ms, status,
      cache_hit, external_id, created_utc)
    select s.id, next_id(s.id), case n when 8 then 'copilot' else 'bot' end, 'small', 10, 0, 0.5, true, 1, 'ok', false,
      case n when 8 then 'call-77' when 7 then 'call-of-a-bot' end, ${AT}::timestamptz + interval '10 minutes' * n
    from site s cross join generate_series(1, 9) n order by s.id, n`);
  await owner.query(sql`
    insert into ai_usage_day (site_id, day, feature, model, token_id, calls)
    select site_id, '2026-11-19', feature, 'small', 0, count(*) from ai_call group by 1, 3`);
  // Soft until after the third call, hard with 50 tokens until after the eighth, then 1,000 tokens: 6 and 7 were over.
  await owner.query(sql`
    insert into ai_billing (site_id, daily_token_limit, action, created_utc, updated_utc)
    select id, 1000, case name when 'Held' then 'hard' else 'soft' end, ${NOW}, ${NOW} from site`);
  await owner.query(sql`
    insert into ai_cap_change (site_id, id, actor, cap, from_value, to_value, created_utc)
    select s.id, next_id(s.id), 'Lead', c.cap, c.was, c.becomes, ${AT}::timestamptz + interval '1 minute' * c.minutes
    from site s cross join (values (0, 'daily_tokens', null, '50'), (35, 'action', 'soft', 'hard'),
      (85, 'daily_tokens', '50', '1000')) c (minutes, cap, was, becomes)
    where s.name = 'Held' order by c.minutes`);
  expect(await migrate(engine, NOW)).toContain('0032_over_cap');

  const over = await owner.query(sql`
    select s.name, array_agg(extract(minute from c.created_utc)::integer order by c.created_utc) as minutes
    from ai_call c join site s on s.id = c.site_id where c.over_cap group by 1`);
  expect(over).toEqual([{ name: 'Held', minutes: [0, 10] }]);
  expect(
    await owner.query(sql`
      select s.name, d.feature, d.over_cap, d.over_cap_usd from ai_usage_day d join site s on s.id = d.site_id
      order by 1, 2`),
  ).toEqual([
    { name: 'Held', feature: 'bot', over_cap: 2n, over_cap_usd: '1' },
    { name: 'Held', feature: 'copilot', over_cap: 0n, over_cap_usd: '0' },
    { name: 'Soft', feature: 'bot', over_cap: 0n, over_cap_usd: '0' },
    { name: 'Soft', feature: 'copilot', over_cap: 0n, over_cap_usd: '0' },
  ]);
  await engine.database.close();
}, 180_000);
