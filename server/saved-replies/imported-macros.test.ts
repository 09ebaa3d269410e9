import { expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { SILENT_LOG } from '#server/db/engine.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createTestDatabase } from '#server/testing/database.ts';

test('CP-10: imported macros become saved replies with their ids, texts and times, and articles are found by words', async () => {
  const engine = openPostgres(await createTestDatabase(), SILENT_LOG);
  const { owner } = engine.database;
  const now = new Date('2026-11-20T14:30:00Z');
  const at = '2025-03-01T08:00:00.000Z';
  try {
    await migrate(engine, now, { isWanted: (name) => name < '0094' });
    for (const site of [1n, 2n]) {
      await owner.query(sql`
        insert into site (id, name, time_zone, created_utc) overriding system value values (${site}, 'Site', 'UTC', ${at}::timestamptz)`);
      await owner.query(sql`
        insert into macro (site_id, id, external_id, name, body, created_utc)
        values (${site}, 7, 'm-1', ${`Refund of site ${site}`}, 'Hello {{ticket.requester}} 🚲', ${at}::timestamptz),
          (${site}, 8, 'm-2', ${'t'.repeat(200)}, '', ${at}::timestamptz)`);
    }
    await owner.query(sql`
      insert into article (site_id, id, external_id, title, body, created_utc)
      values (1, 9, 'a-1', 'Error E-21', 'Größe', ${at}::timestamptz)`);
    expect(await migrate(engine, now)).toContain('0094_saved_replies_and_drafts');
    const row = { used_count: 0, author: 'Import', version: 1, created_utc: at, updated_utc: at };
    const refund = (site: bigint) => ({
      ...{ site_id: site, id: 7n, external_id: 'm-1', title: `Refund of site ${site}` },
      ...{ body: 'Hello {{ticket.requester}} 🚲', ...row },
    });
    const blank = (site: bigint) => ({
      ...{ site_id: site, id: 8n, external_id: 'm-2', title: 't'.repeat(200), body: '', ...row },
    });
    expect(
      await owner.query(sql`
        select site_id, id, external_id, title, body, used_count, author, version, created_utc, updated_utc
        from saved_reply order by site_id, id`),
    ).toEqual([refund(1n), blank(1n), refund(2n), blank(2n)].map((one) => expect.objectContaining(one)));
    expect(await owner.query(sql`select words from article`)).toEqual([{ words: ' e21 error grosse' }]);
    expect(await owner.query(sql`select to_regclass('macro') as macro`)).toEqual([{ macro: null }]);
  } finally {
    await engine.database.close();
  }
});
