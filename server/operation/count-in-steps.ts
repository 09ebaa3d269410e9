import { sql, type Database, type Db, type Statement } from '#server/db/db.ts';
import { StepSize } from './in-steps.ts';

/** The planner's cost of a statement that takes a tenth of a second. */
const MAX_COST = 10_000;
/** How many rows a step reads. */
export const STEP = { first: 2_000, least: 2_000, most: 20_000 };

/** The rows of a table with `site_id` and `id` as its key that fulfil a condition. */
export interface FilteredRows {
  readonly table: Statement;
  /** The name that the condition calls it by. */
  readonly as: Statement;
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
    ? walkRows<{ total: number }>(db, rows, countOf)
    : [await db.query<{ total: number }>(countAll(rows))];
  for await (const [count] of counts) total += count?.total ?? 0;
  return total;
}

function countAll({ table, as, where }: FilteredRows): Statement {
  return countOf(sql`${table} ${as} where ${where}`);
}

function countOf(rows: Statement): Statement {
  return sql`select count(*)::integer as total from ${rows}`;
}

async function costOf(db: Db, statement: Statement): Promise<number> {
  const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Total Cost': number } }[] }>(
    sql`explain (format json) ${statement}`,
  );
  return row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? 0;
}

/**
 * Reads the rows that fulfil a condition along the key, each step in a transaction of its own.
 * @param read What a step selects: gets what stands behind `from`
 */
export async function* walkRows<Row extends object>(
  db: Db,
  { table, as, id, where, ofSite }: FilteredRows,
  read: (rows: Statement) => Statement,
): AsyncGenerator<Row[]> {
  const size = new StepSize(STEP);
  let after = 0n;
  for (;;) {
    const last: bigint = after;
    const step = await db.transaction((db) =>
      size.measure(async () => {
        const [end] = await db.query<{ id: bigint | null }>(sql`
          select max(id) as id from (
            select ${id} as id from ${table} ${as} where ${ofSite} and ${id} > ${last} order by ${id} limit ${size.rows}) s`);
        if (end === undefined || end.id === null) return null;
        // What is between two ids is read before it is filtered: an index of words would be read whole in each step.
        const found = await db.query<Row>(
          read(sql`
          (select * from ${table} ${as} where ${ofSite} and ${id} > ${last} and ${id} <= ${end.id} offset 0) ${as}
          where ${where}`),
        );
        return { through: end.id, found };
      }),
    );
    if (step === null) return;
    yield step.found;
    after = step.through;
  }
}
