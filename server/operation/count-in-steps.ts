import { sql, type Database, type Db, type Statement } from '#server/db/db.ts';
import { StepSize } from './in-steps.ts';

/** What the planner expects of a statement that takes a tenth of a second, in its own measure. */
const MAX_COST = 10_000;
const SIZE = { first: 2_000, least: 2_000, most: 20_000 };

interface Counted {
  /** A table with `site_id` and `id` as its key, under the name that the condition calls it by. */
  readonly from: Statement;
  /** Its id under that name. */
  readonly id: Statement;
  readonly where: Statement;
  /** All rows of the site, as a condition. */
  readonly ofSite: Statement;
}

/**
 * How many rows fulfil a condition. On the embedded engine, which holds everybody meanwhile, a count that the planner expects to be
 * long walks along the key in steps; rows that are written meanwhile may be counted or not.
 */
export async function countRows(db: Db, engine: Database['engine'], counted: Counted): Promise<number> {
  const { from, where } = counted;
  const whole = sql`select count(*)::integer as total from ${from} where ${where}`;
  if (engine === 'pglite' && (await costOf(db, whole)) > MAX_COST) return walk(db, counted);
  const [row] = await db.query<{ total: number }>(whole);
  return row?.total ?? 0;
}

async function costOf(db: Db, statement: Statement): Promise<number> {
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Total Cost': number } }[] }>(
    sql`explain (format json) ${statement}`,
  );
  return row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0;
}

async function walk(db: Db, { from, id, where, ofSite }: Counted): Promise<number> {
  const size = new StepSize(SIZE);
  let total = 0;
  let after = 0n;
  for (;;) {
    const last: bigint = after;
    const step = await db.transaction((db) =>
      size.measure(async () => {
        const [end] = await db.query<{ id: bigint | null }>(sql`
          select max(id) as id from (
            select ${id} as id from ${from} where ${ofSite} and ${id} > ${last} order by ${id} limit ${size.rows}) s`);
        if (end === undefined || end.id === null) return null;
        const [row] = await db.query<{ total: number }>(sql`
          select count(*)::integer as total from ${from} where ${where} and ${id} > ${last} and ${id} <= ${end.id}`);
        return { through: end.id, found: row?.total ?? 0 };
      }),
    );
    if (step === null) return total;
    total += step.found;
    after = step.through;
  }
}
