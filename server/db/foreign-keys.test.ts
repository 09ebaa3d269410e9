import { expect, test } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { sql } from './db.ts';

test('every cascading foreign key has an index, so that a delete scans no table', async () => {
  const { owner } = await testDatabase();
  const rows = await owner.query(sql`
    select c.conrelid::regclass::text as table_name, c.conname::text as name from pg_constraint c
    where c.contype = 'f' and c.confdeltype in ('c', 'n') and cardinality(c.conkey) > 1 and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indnkeyatts >= cardinality(c.conkey)
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)
    order by 1, 2`);
  expect(rows).toEqual([]);
});
