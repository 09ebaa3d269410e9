import { sql, type Db, type Statement } from './db.ts';

/** Maximum text of one batch in memory; the last row may exceed it. */
const BATCH_BYTES = 131_072;
const BATCH_ROWS = 500;
/** Most lists fit into the first batch. */
const FIRST_ROWS = 200;
const MIN_ROWS = 16;

export interface BatchedList {
  /** Selected columns, named as in `rows`. */
  readonly columns: Statement;
  /** Alias of the batch in `columns`, if they need one. */
  readonly alias?: Statement;
  /** Selects all rows unordered, including `id` and the column of `at`. @param position condition to add to the `where` */
  readonly rows: (position: Statement) => Statement;
  /** The columns to sort by inside `rows`: an instant and the id, covered by an index. */
  readonly key?: { readonly at: Statement; readonly id: Statement };
  /** The name of the instant in the result. */
  readonly at: 'created_utc' | 'started_utc' | 'first_seen_utc' | 'occurred_utc' | 'bound_utc';
  readonly order: 'oldest first' | 'newest first';
  /**
   * Bytes of a row's long texts, never null. Use `octet_length` for text, which does not read it; estimate json by
   * `pg_column_size`, since its exact length requires serializing it.
   */
  readonly size: Statement;
  readonly limit?: number;
  readonly skip?: number;
}

/** The position of a row in the order. */
interface Key {
  readonly at: string;
  readonly id: bigint;
}

interface BatchRow {
  readonly batch_at: string;
  readonly batch_id: bigint;
  /** Rows that were read; only those that fit into the batch are returned. */
  readonly batch_found: number;
}

/**
 * Reads all rows in order, in batches of a bounded size. Each batch is one statement that starts after the last row of the
 * previous one, so a slow client keeps nothing open. Most lists need one statement.
 */
export async function* readBatches<Row extends object>(db: Db, list: BatchedList): AsyncGenerator<Row[]> {
  let left = list.limit ?? Infinity;
  let last: Key | null = null;
  let atOnce = FIRST_ROWS;
  while (left > 0) {
    const limit = Math.min(left, atOnce);
    const rows: (Row & BatchRow)[] = await db.query(batchOf(list, { last, limit }));
    const end = rows.at(-1);
    if (end === undefined) return;
    const isLast = rows.length === end.batch_found && end.batch_found < limit;
    last = { at: end.batch_at, id: end.batch_id };
    rows.forEach(dropKey);
    yield rows;
    if (isLast) return;
    left -= rows.length;
    // If rows are long and few fit into a batch, read fewer next time.
    atOnce = Math.min(BATCH_ROWS, Math.max(MIN_ROWS, 2 * rows.length));
  }
}

function batchOf(list: BatchedList, { last, limit }: { readonly last: Key | null; readonly limit: number }): Statement {
  const isOldestFirst = list.order === 'oldest first';
  const at = COLUMNS[list.at];
  const { key = { at, id: sql`id` } } = list;
  const inner = isOldestFirst ? sql`${key.at}, ${key.id}` : sql`${key.at} desc, ${key.id} desc`;
  const outer = isOldestFirst ? sql`${at}, id` : sql`${at} desc, id desc`;
  let position = sql`true`;
  if (last !== null) {
    const place = sql`(${last.at}::timestamptz, ${last.id}::bigint)`;
    position = isOldestFirst ? sql`(${key.at}, ${key.id}) > ${place}` : sql`(${key.at}, ${key.id}) < ${place}`;
  }
  const skip = last === null ? (list.skip ?? 0) : 0;
  return sql`
    select ${list.columns}, ${at} as batch_at, id as batch_id, batch_found from (
      select b.*, count(*) over ()::integer as batch_found,
        sum(${list.size}) over (order by ${outer} rows unbounded preceding) - (${list.size}) as batch_before
      from (${list.rows(position)} order by ${inner} limit ${limit} offset ${skip}) b
    ) ${list.alias ?? sql`c`} where batch_before < ${BATCH_BYTES} order by ${outer}`;
}

const COLUMNS: Readonly<Record<BatchedList['at'], Statement>> = {
  created_utc: sql`created_utc`,
  started_utc: sql`started_utc`,
  first_seen_utc: sql`first_seen_utc`,
  occurred_utc: sql`occurred_utc`,
  bound_utc: sql`bound_utc`,
};

function dropKey(row: BatchRow): void {
  for (const name of ['batch_at', 'batch_id', 'batch_found'] satisfies (keyof BatchRow)[]) {
    Reflect.deleteProperty(row, name);
  }
}

/** Reads a page in any other order with offsets, `atOnce` rows at a time. */
export async function* readPageInBatches<Row extends object>(
  db: Db,
  rows: Statement,
  { limit, skip, atOnce }: { readonly limit: number; readonly skip: number; readonly atOnce: number },
): AsyncGenerator<Row[]> {
  for (let read = 0; read < limit; read += atOnce) {
    const count = Math.min(atOnce, limit - read);
    const batch = await db.query<Row>(sql`${rows} limit ${count} offset ${skip + read}`);
    if (batch.length > 0) yield batch;
    if (batch.length < count) return;
  }
}
