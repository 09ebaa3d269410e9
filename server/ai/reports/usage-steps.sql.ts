import { EMPTY, sql, tableName, type Db, type Statement } from '#server/db/db.ts';
import { nearCustomers, nearTickets, selectCalls } from './call-filter.sql.ts';
import { countCallsInSums } from './calls.sql.ts';
import type { CallFilter, Days, Page } from './report-parameters.ts';
import { KEYS, type CallGroup, type PartOf } from './usage.sql.ts';

/** Calls that one statement reads in a tenth of a second, on the embedded database. */
const AT_ONCE = 20_000;
/** Groups of a sorted table that one statement passes over. */
const PASSED_AT_ONCE = 5_000;

/** Whether the calls that a report reads are too many for one statement: as the sums by day say, or an index. */
export async function areManyCalls(db: Db, siteId: bigint, days: Days, filter: CallFilter): Promise<boolean> {
  const { session_id, ticket_id, customer_identity_id, status } = filter;
  if (session_id === undefined && ticket_id === undefined && customer_identity_id === undefined) {
    // Failed and refused calls have indexes of their own; others are found among all of their days.
    const read = status === 'error' || status === 'refused' ? { status } : {};
    return (await countCallsInSums(db, siteId, days, read)) > AT_ONCE;
  }
  const near =
    session_id !== undefined
      ? sql`c.session_id = ${session_id}`
      : ticket_id !== undefined
        ? nearTickets(siteId, [ticket_id])
        : nearCustomers(siteId, customer_identity_id === undefined ? [] : [customer_identity_id]);
  const [row] = await db.query<{ calls: number }>(sql`
    select count(*)::integer as calls from (
      select from ai_call c where ${selectCalls(siteId, days, {})} and ${near} limit ${AT_ONCE + 1}) c`);
  return (row?.calls ?? 0) > AT_ONCE;
}

/**
 * Sessions and tickets of a slice are looked up one by one until the transaction ends: the planner, which takes a slice for larger than
 * it is, would read all that the site has for each.
 */
export async function lookUpOneByOne(db: Db): Promise<void> {
  await db.query(sql`
    select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`);
}

/** A row in the order in which the rows were made. */
export interface Position {
  readonly created_utc: string;
  readonly id: bigint;
}

/** Where the calls are, and the refused ones. */
export const SOURCES = { calls: sql`ai_call`, refusals: sql`ai_refusal` } as const;
export type Source = keyof typeof SOURCES;

/** The last row that is there when a report begins: what is written meanwhile has greater ids, and is in no step of it. */
export async function getLastId(db: Db, siteId: bigint): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`
    select coalesce(greatest((select max(id) from ai_call where site_id = ${siteId}),
      (select max(id) from ai_refusal where site_id = ${siteId})), 0) as id`);
  return row?.id ?? 0n;
}

const at = ({ created_utc, id }: Position) => sql`(${created_utc}::timestamptz, ${id}::bigint)`;

/** The last of so many rows behind another one. */
export async function getEndOfSlice(
  db: Db,
  siteId: bigint,
  { source, days, status }: { readonly source: Source; readonly days: Days; readonly status: CallFilter['status'] },
  after: Position | null,
  rows: number,
): Promise<Position | undefined> {
  const [last] = await db.query<Position>(sql`
    select created_utc, id from (
      select created_utc, id from ${SOURCES[source]} where site_id = ${siteId}
        and created_utc >= ${`${days.from}T00:00:00Z`}::timestamptz and created_utc < ${`${days.to}T00:00:00Z`}::timestamptz
        ${source === 'calls' && status === 'error' ? sql`and status = 'error'` : EMPTY}
        ${after === null ? EMPTY : sql`and (created_utc, id) > ${at(after)}`}
      order by created_utc, id limit ${rows}
    ) s order by created_utc desc, id desc limit 1`);
  return last;
}

/** Rows up to `lastId`; with an end those of a slice. */
export function partUpTo(
  lastId: bigint,
  slice?: { readonly after: Position | null; readonly through: Position },
): PartOf {
  return (row) => {
    const known = sql`and ${row}.id <= ${lastId}`;
    if (slice === undefined) return known;
    const after = slice.after === null ? EMPTY : sql`and (${row}.created_utc, ${row}.id) > ${at(slice.after)}`;
    return sql`${known} ${after} and (${row}.created_utc, ${row}.id) <= ${at(slice.through)}`;
  };
}

/** Tables of the session of one report, by the number of its place. */
export interface StepTables {
  readonly keys: Statement;
  readonly parts: Statement;
  readonly latencies: Statement;
}

export function stepTables(place: number): StepTables {
  return {
    keys: tableName(`usage_key_${place}`),
    parts: tableName(`usage_part_${place}`),
    latencies: tableName(`usage_latency_${place}`),
  };
}

export async function dropTables(db: Db, { keys, parts, latencies }: StepTables): Promise<void> {
  await db.query(sql`drop table if exists ${keys}, ${parts}, ${latencies}`);
}

const KEY_COLUMNS = sql`day date not null, feature text not null, model text not null, token_id bigint not null,
  error_code text not null, session_id text not null, ticket_id bigint not null, customer_id bigint not null`;

/** Each group once, in the order of the report: an index keeps it, so that no statement sorts them all. */
export async function createKeyTable(db: Db, table: Statement, group: CallGroup): Promise<void> {
  const [type, none] = group === 'session' ? [sql`text`, sql`''`] : [sql`bigint`, sql`0`];
  await db.query(sql`
    create temporary table ${table} (key ${type} primary key, is_none boolean generated always as (key = ${none}) stored,
      rank numeric not null, calls bigint not null)`);
  await db.query(sql`create index on ${table} (rank, is_none, key)`);
}

/** Adds groups, some of which are there already; answers how many were not. @param keys the columns key, cost_usd and calls */
export async function addKeys(db: Db, table: Statement, keys: Statement, order: 'created' | 'cost'): Promise<number> {
  const rank = order === 'cost' ? sql`-sum(cost_usd)` : sql`0`;
  const [row] = await db.query<{ added: number }>(sql`
    with stored as (
      insert into ${table} as t (key, rank, calls)
      select key, ${rank}, sum(calls) from (${keys}) k group by key
      on conflict (key) do update set rank = t.rank + excluded.rank, calls = t.calls + excluded.calls
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::integer as added from stored`);
  return row?.added ?? 0;
}

interface KeyRow {
  readonly key: string;
  readonly is_none: boolean;
  readonly rank: string;
  readonly calls: number;
}

export async function findKeysOfPage(
  db: Db,
  table: Statement,
  group: CallGroup,
  { limit, skip }: Page,
): Promise<{ readonly keys: readonly string[]; readonly calls: number }> {
  const type = group === 'session' ? sql`text` : sql`bigint`;
  const rowsAfter = (row: KeyRow | null) => sql`
    select key::text as key, is_none, rank::text as rank, calls::float8 as calls from ${table} t
    ${row === null ? EMPTY : sql`where (t.rank, t.is_none, t.key) > (${row.rank}::numeric, ${row.is_none}, ${row.key}::${type})`}
    order by t.rank, t.is_none, t.key`;
  let last: KeyRow | null = null;
  for (let left = skip; left > 0; left -= PASSED_AT_ONCE) {
    const passed = Math.min(left, PASSED_AT_ONCE);
    const [row]: KeyRow[] = await db.query(sql`${rowsAfter(last)} limit 1 offset ${passed - 1}`);
    if (row === undefined) return { keys: [], calls: 0 };
    last = row;
  }
  const rows = await db.query<KeyRow>(sql`${rowsAfter(last)} limit ${limit}`);
  return { keys: rows.map(({ key }) => key), calls: rows.reduce((sum, { calls }) => sum + calls, 0) };
}

/** Holds the sums of each group by bucket of the histogram: the columns of `findPage`. */
export async function createPartTable(db: Db, table: Statement): Promise<void> {
  await db.query(sql`
    create temporary table ${table} (${KEY_COLUMNS}, le_ms integer, timed numeric not null, calls numeric not null,
      cache_hits numeric not null, errors numeric not null, refused numeric not null, unpriced numeric not null,
      input_tokens numeric not null, output_tokens numeric not null, cost_usd numeric not null, latency_ms numeric not null,
      over_cap numeric not null, over_cap_usd numeric not null, unique nulls not distinct (${KEYS}, le_ms))`);
}

export async function addParts(db: Db, table: Statement, parts: Statement): Promise<void> {
  await db.query(sql`
    insert into ${table} as t (${KEYS}, le_ms, timed, calls, cache_hits, errors, refused, unpriced, input_tokens,
      output_tokens, cost_usd, latency_ms, over_cap, over_cap_usd)
    ${parts}
    on conflict (${KEYS}, le_ms) do update set timed = t.timed + excluded.timed, calls = t.calls + excluded.calls,
      cache_hits = t.cache_hits + excluded.cache_hits, errors = t.errors + excluded.errors,
      refused = t.refused + excluded.refused, unpriced = t.unpriced + excluded.unpriced,
      input_tokens = t.input_tokens + excluded.input_tokens, output_tokens = t.output_tokens + excluded.output_tokens,
      cost_usd = t.cost_usd + excluded.cost_usd, latency_ms = t.latency_ms + excluded.latency_ms,
      over_cap = t.over_cap + excluded.over_cap, over_cap_usd = t.over_cap_usd + excluded.over_cap_usd`);
}

export async function createLatencyTable(db: Db, table: Statement): Promise<void> {
  await db.query(sql`create temporary table ${table} (${KEY_COLUMNS}, latency_ms integer not null)`);
}

export async function addLatencies(db: Db, table: Statement, latencies: Statement): Promise<void> {
  await db.query(sql`insert into ${table} (${KEYS}, latency_ms) ${latencies}`);
}
