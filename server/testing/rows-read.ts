import { expect } from 'vitest';
import * as z from 'zod/mini';
import { sql, type Db, type Statement } from '#server/db/db.ts';

const Node = z.looseObject({
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(Node));
  },
});
const Explained = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: Node })) }));

/** The number of rows of a table that a plan read, including rows that a filter removed. */
function rowsOf(table: string, node: z.output<typeof Node>): number {
  const { Plans: below = [], 'Rows Removed by Filter': removed = 0 } = node;
  const own = node['Relation Name'] === table ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return below.reduce((sum, child) => sum + rowsOf(table, child), own);
}

/** The number of rows of a table that the statements of `work` read. Plans report rounded rows per loop. */
export async function countRowsRead(db: Db, table: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  let read = 0;
  await work({
    ...db,
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const plans = await db.query(sql`explain (analyze, format json) ${statement}`);
      for (const row of z.parse(Explained, plans))
        for (const { Plan } of row['QUERY PLAN']) read += rowsOf(table, Plan);
      return db.query<Row>(statement);
    },
    transaction: () => expect.fail('these statements need no transaction'),
  });
  return read;
}
