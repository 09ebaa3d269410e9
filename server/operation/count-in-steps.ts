import { sql, type Database, type Db, type Statement } from '#server/db/db.ts';
import { StepSize } from './in-steps.ts';

/** What the planner expects of a statement that takes a tenth of a second, in its own measure. */
const MAX_COST = 10_000;
/** How many rows a step reads. */
export const STEP = { first: 2_000, least: 2_000, most: 20_000 };

/** The rows of a table with `site_id` and `id` as its key that fulfil a condition. */
export interface FilteredRows {
  /** The table, under the name that the condition calls it by. */
  readonly from: Statement;
  /** Its id under that name. */
  readonly id: Statement;
  readonly where: Statement;
  /** All rows of the site, as a condition. */
  readonly ofSite: Statement;
}

/**
 * Whether the planner expects that finding all of these rows is long on the embedded engine, which holds everybody
 * meanwhile. What is known of their number is no more than this: it guesses how many rows have a short word.
 */
export async function isLong(db: Db, engine: Database['engine'], rows: FilteredRows): Promise<boolean> {
  return engine === 'pglite' && (await costOf(db, countAll(rows))) > MAX_COST;
}

/**
 * How many rows fulfil a condition. A count that is long walks along the key in steps; rows that are written meanwhile may
 * be counted or not.
 */
export async function countRows(db: Db, engine: Database['engine'], rows: FilteredRows): Promise<number> {
  let total = 0;
  const counts = (await isLong(db, engine, rows))
    ? walkRows<{ total: number }>(db, rows, (where) => countAll({ ...rows, where }))
    : [await db.query<{ total: number }>(countAll(rows))];
  for await (const [count] of counts) total += count?.total ?? 0;
  return total;
}

function countAll({ from, where }: FilteredRows): Statement {
  return sql`select count(*)::integer as total from ${from} where ${where}`;
}

async function costOf(db: Db, statement: Statement): Promise<number> {
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Total Cost': number } }[] }>(
    sql`explain (format json) ${statement}`,
  );
  return row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0;
}

/**
 * Reads the rows that fulfil a condition along the key, each step in a transaction of its own.
 * @param read What a step selects, of the rows for which a condition holds
 */
export async function* walkRows<Row extends object>(
  db: Db,
  { from, id, where, ofSite }: FilteredRows,
  read: (where: Statement) => Statement,
): AsyncGenerator<Row[]> {
  const size = new StepSize(STEP);
  let after = 0n;
  for (;;) {
    const last: bigint = after;
    const step = await db.transaction((db) =>
      size.measure(async () => {
        const [end] = await db.query<{ id: bigint | null }>(sql`
          select max(id) as id from (
            select ${id} as id from ${from} where ${ofSite} and ${id} > ${last} order by ${id} limit ${size.rows}) s`);
        if (end === undefined || end.id === null) return null;
        const found = await db.query<Row>(read(sql`${where} and ${id} > ${last} and ${id} <= ${end.id}`));
        return { through: end.id, found };
      }),
    );
    if (step === null) return;
    yield step.found;
    after = step.through;
  }
}
