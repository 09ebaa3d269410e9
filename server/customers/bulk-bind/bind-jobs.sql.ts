import type { BindCounts, BindJob, BindRowResult } from '#contract/bind-jobs.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

export interface NewJob {
  readonly created: Date;
  readonly tokenLabel: string;
  readonly fileSha256: string;
  readonly hasRows: boolean;
}

/** Records a file sent in one call. */
export async function insertJob(db: Db, siteId: bigint, job: NewJob): Promise<bigint> {
  const id = await db.takeIds(siteId, 1);
  await db.query(sql`
    insert into bind_job (site_id, id, first_id, created_utc, token_label, file_sha256, has_rows)
    values (${siteId}, ${id}, ${id}, ${job.created.toISOString()}::timestamptz, ${job.tokenLabel}, ${job.fileSha256},
      ${job.hasRows})`);
  return id;
}

/** Identifies a part within its batch, with the part's own hash. */
export interface PartKey {
  readonly batchId: string;
  readonly lineOffset: number;
  readonly partSha256: string;
}

export async function insertBatchJob(
  db: Db,
  siteId: bigint,
  job: NewJob,
  { firstId, batchId, lineOffset, partSha256 }: PartKey & { readonly firstId: bigint | null },
): Promise<bigint> {
  const id = await db.takeIds(siteId, 1);
  await db.query(sql`
    insert into bind_job (site_id, id, first_id, created_utc, token_label, file_sha256, has_rows, batch_id, line_offset, part_sha256)
    values (${siteId}, ${id}, ${firstId ?? id}, ${job.created.toISOString()}::timestamptz, ${job.tokenLabel},
      ${job.fileSha256}, ${job.hasRows}, ${batchId}::uuid, ${lineOffset}, ${partSha256})`);
  return id;
}

/** Serializes beginning the parts of a batch and undoing it, until the transaction ends. */
export async function lockBatch(db: Db, siteId: bigint, batchId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`batch ${siteId} ${batchId}`}::text, 0))`);
}

export interface StoredPart {
  readonly id: bigint;
  readonly first_id: bigint;
  readonly line_offset: number;
  readonly part_sha256: string;
  readonly file_sha256: string;
  readonly has_rows: boolean;
  readonly minted_identity: number;
  readonly is_undone: boolean;
}

/** All parts of a batch; none if it is new. */
export async function findParts(db: Db, siteId: bigint, batchId: string): Promise<StoredPart[]> {
  return db.query<StoredPart>(sql`
    select id, first_id, line_offset, part_sha256, file_sha256, has_rows, minted_identity, undo_begun_utc is not null as is_undone
    from bind_job where site_id = ${siteId} and batch_id = ${batchId}::uuid`);
}

/** Adds to the counts. False if the import is undone or being undone. */
export async function addToJob(
  db: Db,
  siteId: bigint,
  id: bigint,
  more: Omit<BindCounts, 'total_rows'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    update bind_job set bound = bound + ${more.bound}, refreshed = refreshed + ${more.refreshed},
      minted_identity = minted_identity + ${more.minted_identity}, bad_channel = bad_channel + ${more.bad_channel},
      no_identity = no_identity + ${more.no_identity}, failed = failed + ${more.failed}
    where site_id = ${siteId} and id = ${id} and undo_begun_utc is null returning id`);
  return rows.length > 0;
}

/** A binding that an import created, by its id. */
export interface MadeHandle {
  readonly id: bigint;
  readonly owner: bigint;
}

export interface MovedHandle extends MadeHandle {
  readonly from: bigint;
}

export interface JobPart {
  /** In file order. */
  readonly rows: readonly BindRowResult[];
  readonly made: readonly MadeHandle[];
  readonly moved: readonly MovedHandle[];
  /** Customers that the import created. */
  readonly minted: readonly bigint[];
}

/** False if one of these lines is already recorded. Call it after `addToJob`, which locks the job. */
export async function insertPart(
  db: Db,
  siteId: bigint,
  jobId: bigint,
  { rows, made, moved, minted }: JobPart,
): Promise<boolean> {
  const [first, last] = [rows.at(0)?.line ?? 0, rows.at(-1)?.line ?? 0];
  const id = await db.takeIds(siteId, 1);
  const inserted = await db.query(sql`
    insert into bind_job_part (site_id, job_id, id, first_line, last_line, lines, outcomes, codes, identity_ids, made_ids,
      made_owners, moved_ids, moved_owners, moved_from, minted_ids)
    select ${siteId}, ${jobId}, ${id}::bigint, ${first}::integer, ${last}::integer, ${rows.map(({ line }) => line)}::integer[],
      ${rows.map(({ outcome }) => outcome)}::text[], ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ identity_id: id }) => id)}::bigint[], ${made.map(({ id }) => id)}::bigint[],
      ${made.map(({ owner }) => owner)}::bigint[], ${moved.map(({ id }) => id)}::bigint[],
      ${moved.map(({ owner }) => owner)}::bigint[], ${moved.map(({ from }) => from)}::bigint[], ${minted}::bigint[]
    where not exists (
      select from bind_job_part p where p.site_id = ${siteId} and p.job_id = ${jobId} and p.first_line <= ${last}
        and p.last_line >= ${first}
    )
    returning id`);
  return inserted.length > 0;
}

/** The recorded rows of one part, in file order. */
export async function findRowsOfPart(db: Db, siteId: bigint, jobId: bigint): Promise<BindRowResult[]> {
  return db.query<BindRowResult>(sql`
    select u.line, u.outcome, u.code, u.identity_id from bind_job_part p
    cross join lateral unnest(p.lines, p.outcomes, p.codes, p.identity_ids) as u (line, outcome, code, identity_id)
    where p.site_id = ${siteId} and p.job_id = ${jobId} order by u.line`);
}

/** Refers to an import by the id of any of its parts, or by its batch. */
export type ImportName = { readonly id: bigint } | { readonly batchId: string };

/** Returns the id of the import's first part. */
export async function findImport(db: Db, siteId: bigint, name: ImportName): Promise<bigint | undefined> {
  const named = 'id' in name ? sql`id = ${name.id}` : sql`batch_id = ${name.batchId}::uuid`;
  const [row] = await db.query<{ first_id: bigint }>(sql`
    select first_id from bind_job where site_id = ${siteId} and ${named} limit 1`);
  return row?.first_id;
}

type JobRow = Omit<BindJob, 'counts'> & BindCounts;

const COLUMNS = sql`
  f.id, f.created_utc, f.token_label, f.file_sha256, f.batch_id::text, case when f.undone_utc is null then 'done' else 'undone' end as state,
  p.parts, p.has_rows, p.bound + p.refreshed + p.bad_channel + p.no_identity + p.failed as total_rows, p.bound, p.refreshed,
  p.minted_identity, p.bad_channel, p.no_identity, p.failed`;

/** Totals over the parts of the import `f`. */
function partsOf(siteId: bigint) {
  return sql`
    select count(*)::integer as parts, bool_and(has_rows) as has_rows, sum(bound)::integer as bound,
      sum(refreshed)::integer as refreshed, sum(minted_identity)::integer as minted_identity,
      sum(bad_channel)::integer as bad_channel, sum(no_identity)::integer as no_identity, sum(failed)::integer as failed
    from bind_job where site_id = ${siteId} and first_id = f.id`;
}

function toJob(row: JobRow): BindJob {
  const { id, created_utc, token_label, file_sha256, state, has_rows, batch_id, parts, ...counts } = row;
  return { id, created_utc, token_label, file_sha256, counts, state, has_rows, batch_id, parts };
}

/** Newest first. */
export async function findJobs(
  db: Db,
  siteId: bigint,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<BindJob[]> {
  const rows = await db.query<JobRow>(sql`
    select ${COLUMNS} from (
      select * from bind_job where site_id = ${siteId} and id = first_id
      order by created_utc desc, id desc limit ${limit} offset ${skip}
    ) f cross join lateral (${partsOf(siteId)}) p
    order by f.created_utc desc, f.id desc`);
  return rows.map(toJob);
}

export async function countJobs(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from bind_job where site_id = ${siteId} and id = first_id`);
  return row?.total ?? 0;
}

/** @param firstId as returned by `findImport` */
export async function getJob(db: Db, siteId: bigint, firstId: bigint): Promise<BindJob | undefined> {
  const [row] = await db.query<JobRow>(sql`
    select ${COLUMNS} from bind_job f cross join lateral (${partsOf(siteId)}) p
    where f.site_id = ${siteId} and f.id = ${firstId}`);
  return row === undefined ? undefined : toJob(row);
}

/** Deletes the rows of imports whose parts are all older. The imports themselves stay. */
export async function deleteOldParts(db: Db, siteId: bigint, before: Date): Promise<void> {
  const isOld = sql`
    j.site_id = ${siteId} and j.has_rows and j.created_utc < ${before.toISOString()} and not exists (
      select from bind_job l where l.site_id = ${siteId} and l.first_id = j.first_id and l.created_utc >= ${before.toISOString()}
    )`;
  await db.transaction(async (db) => {
    await db.query(sql`
      delete from bind_job_part p using bind_job j where p.site_id = ${siteId} and j.id = p.job_id and ${isOld}`);
    await db.query(sql`update bind_job j set has_rows = false where ${isOld}`);
  });
}

export interface RowsPage {
  readonly outcome: BindRowResult['outcome'] | undefined;
  readonly limit: number;
  readonly skip: number;
}

interface Counted {
  readonly items: BindRowResult[];
  readonly total_count: number;
}

/**
 * A page of an import's rows, in file order. Rows are stored in arrays. Only arrays that the page needs are unnested:
 * runs of arrays with disjoint line ranges are skipped by their counts.
 */
export async function findRows(
  db: Db,
  siteId: bigint,
  firstId: bigint,
  { outcome, limit, skip }: RowsPage,
): Promise<Counted> {
  const matching =
    outcome === undefined ? sql`cardinality(p.lines)` : sql`cardinality(array_positions(p.outcomes, ${outcome}::text))`;
  const counted = sql`
    with lists as (
      select p.job_id, p.id, p.first_line, p.last_line, ${matching} as matching
      from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
      where j.site_id = ${siteId} and j.first_id = ${firstId}
    ), marked as (
      select *, case when first_line <= max(last_line) over (
        order by first_line, id rows between unbounded preceding and 1 preceding) then 0 else 1 end as begins
      from lists
    ), numbered as (
      select *, sum(begins) over (order by first_line, id) as run from marked
    ), runs as (
      select run, sum(matching)::integer as matching, sum(sum(matching)) over (order by run)::integer as until
      from numbered group by run
    )`;
  const [total] = await db.query<{ total: number }>(sql`
    ${counted} select coalesce(sum(matching), 0)::integer as total from runs`);
  const items = await db.query<BindRowResult>(sql`
    ${counted}, wanted as (
      select * from runs where matching > 0 and until > ${skip}::bigint and until - matching < ${skip + limit}::bigint
    )
    select u.line, u.outcome, u.code, u.identity_id from wanted w
    join numbered n on n.run = w.run
    join bind_job_part p on p.site_id = ${siteId} and p.job_id = n.job_id and p.id = n.id
    cross join lateral unnest(p.lines, p.outcomes, p.codes, p.identity_ids) as u (line, outcome, code, identity_id)
    ${where(outcome)}
    order by u.line limit ${limit}
    offset ${skip}::bigint - (select coalesce(min(until - matching), ${skip}::bigint) from wanted)`);
  return { items, total_count: total?.total ?? 0 };
}

function where(outcome: string | undefined): Statement {
  return outcome === undefined ? sql`` : sql`where u.outcome = ${outcome}`;
}
