import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';

// A program for tests that kill it: writes to an embedded database and prints the acknowledged writes. The first line
// has the number of rows that it found, their highest number, and the number of incomplete groups. Each further line is
// the number of a write.

const ROWS_A_GROUP = 50;

const [, , dataDir = ''] = process.argv;
const { owner } = await openDatabase({ dataDir, databaseUrl: null });
await owner.query(sql`create table if not exists written (n int primary key, group_n int)`);
const [found] = await owner.query<{ count: number; last: number; partial: number }>(sql`
  select count(*)::int as count, coalesce(max(n), 0) as last,
    (select count(*)::int from (select from written where group_n is not null group by group_n having count(*) <> ${ROWS_A_GROUP}) p) as partial
  from written`);
process.stdout.write(`${found?.count} ${found?.last} ${found?.partial}\n`);

for (let n = (found?.last ?? 0) + 1; ; n += 1) {
  if (n % 10 === 0) {
    const group = n;
    await owner.transaction(async (db) => {
      for (let row = 0; row < ROWS_A_GROUP; row += 1) {
        await db.query(sql`insert into written (n, group_n) values (${n}, ${group})`);
        n += 1;
      }
    });
    n -= 1;
  } else {
    await owner.query(sql`insert into written (n) values (${n})`);
  }
  process.stdout.write(`${n}\n`);
}
