import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { findWrongCounters } from '#server/admin/recount.ts';
import { sql, type Db } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { expectedOf, makeTickets, writeZendesk } from '#server/testing/product-exports.ts';
import { makeSetting, runProgram, startProgram } from '#server/testing/run-program.ts';

const TICKETS = 10_000;

async function countTickets(db: Db): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*)::integer as n from imported_ticket`);
  return row?.n ?? 0;
}

/** Every row that a second run could change, with its version, as one hash. */
async function hashRows(db: Db): Promise<object[]> {
  return db.query(sql`
    select md5(string_agg(r.line, ' ' order by r.line)) as hash, count(*)::integer as n from (
      select concat('t', id, version, updated_utc) as line from ticket
      union all select concat('i', id, version, first_seen_utc, last_seen_utc) from customer_identity
      union all select concat('r', id, version, created_utc) from csat_response
      union all select concat('c', id, created_utc) from ticket_comment
      union all select concat('a', id, name) from agent
    ) r`);
}

test(
  'a move-in of 10,000 tickets that Ctrl C and kill -9 interrupt is completed by the same command, and a third run changes nothing',
  { timeout: 180_000 },
  async () => {
    const tickets = makeTickets(TICKETS, 7);
    const folder = await mkdtemp(path.join(inject('testFolder'), 'export-'));
    await writeZendesk(folder, tickets);
    const expected = expectedOf(tickets);
    const setting = await makeSetting();
    await runProgram('server/admin/admin.ts', ['site', 'create', '--name', 'Here'], setting.variables);
    const command = ['move-in', '--from', 'zendesk', '--dir', folder, '--site-id', '1', '--apply'];
    const database = await openDatabase(setting);
    try {
      const interrupted = startProgram('server/admin/admin.ts', command, setting.variables);
      while ((await countTickets(database.owner)) < TICKETS / 10);
      interrupted.child.kill('SIGINT');
      const { stdout, stderr } = await interrupted.ended;
      expect(stdout).toBe('');
      expect(stderr.trimEnd().split('\n').at(-1)).toBe(
        'Interrupted. Run the same command again: it skips what is stored and continues.',
      );

      const cut = startProgram('server/admin/admin.ts', command, setting.variables);
      while ((await countTickets(database.owner)) < TICKETS / 4);
      cut.child.kill('SIGKILL');
      expect(await cut.ended).toMatchObject({ code: null, stdout: '' });
      const found = await countTickets(database.owner);
      expect(found).toBeLessThan(TICKETS);

      const second = await runProgram('server/admin/admin.ts', command, setting.variables);
      expect(second.code, second.stderr).toBe(0);
      const moved = JSON.parse(second.stdout);
      expect(moved).toMatchObject({ export: expected, stored: expected, error_sample: [] });
      expect(moved.tickets.imported_rows + moved.tickets.skipped_rows).toBe(TICKETS);
      expect(moved.tickets.skipped_rows).toBeGreaterThanOrEqual(found);
      expect(await findWrongCounters(database.owner, 1n)).toEqual([]);

      const before = await hashRows(database.owner);
      const third = await runProgram('server/admin/admin.ts', command, setting.variables);
      expect(JSON.parse(third.stdout)).toMatchObject({
        stored: expected,
        tickets: { imported_rows: 0, skipped_rows: TICKETS, failed_rows: 0 },
      });
      expect(third.stderr).toMatch(/^tickets: 10,000 rows, [\d,]+ rows a second, 100 % read$/m);
      expect(await hashRows(database.owner)).toEqual(before);
    } finally {
      await database.close();
    }
  },
);
