import type { BindCounts, BindJob, BindRowResult } from '#contract/bind-jobs.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface NewJob {
  readonly created: Date;
  readonly tokenLabel: string;
  readonly fileSha256: string;
  readonly hasRows: boolean;
}

export async function insertJob(db: Db, siteId: bigint, job: NewJob): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into bind_job (site_id, id, created_utc, token_label, file_sha256, has_rows)
    values (${siteId}, next_id(${siteId}), ${job.created.toISOString()}, ${job.tokenLabel}, ${job.fileSha256}, ${job.hasRows})
    returning id`);
  if (row === undefined) throw new Error('no import was recorded');
  return row.id;
}

export async function addToJob(
  db: Db,
  siteId: bigint,
  id: bigint,
  more: Omit<BindCounts, 'total_rows'>,
): Promise<void> {
  await db.query(sql`
    update bind_job set bound = bound + ${more.bound}, refreshed = refreshed + ${more.refreshed},
      minted_identity = minted_identity + ${more.minted_identity}, bad_channel = bad_channel + ${more.bad_channel},
      no_identity = no_identity + ${more.no_identity}, failed = failed + ${more.failed}
    where site_id = ${siteId} and id = ${id}`);
}

/** A handle as an import left it, by the binding's id. */
export interface MadeHandle {
  readonly id: bigint;
  readonly owner: bigint;
}

export interface MovedHandle extends MadeHandle {
  readonly from: bigint;
}

export interface JobPart {
  readonly rows: readonly BindRowResult[];
  readonly made: readonly MadeHandle[];
  readonly moved: readonly MovedHandle[];
}

export async function insertPart(db: Db, siteId: bigint, jobId: bigint, { rows, made, moved }: JobPart): Promise<void> {
  await db.query(sql`
    insert into bind_job_part (site_id, job_id, id, lines, outcomes, codes, identity_ids, made_ids, made_owners, moved_ids,
      moved_owners, moved_from)
    values (${siteId}, ${jobId}, next_id(${siteId}), ${rows.map(({ line }) => line)}, ${rows.map(({ outcome }) => outcome)},
      ${rows.map(({ code }) => code)}, ${rows.map(({ identity_id: id }) => id)}, ${made.map(({ id }) => id)},
      ${made.map(({ owner }) => owner)}, ${moved.map(({ id }) => id)}, ${moved.map(({ owner }) => owner)},
      ${moved.map(({ from }) => from)})`);
}

type JobRow = Omit<BindJob, 'counts' | 'batch_id' | 'parts'> & BindCounts;

const COLUMNS = sql`
  id, created_utc, token_label, file_sha256, has_rows, case when undone_utc is null then 'done' else 'undone' end as state,
  bound + refreshed + bad_channel + no_identity + failed as total_rows, bound, refreshed, minted_identity, bad_channel,
  no_identity, failed`;

function toJob({ id, created_utc, token_label, file_sha256, has_rows, state, ...counts }: JobRow): BindJob {
  return { id, created_utc, token_label, file_sha256, counts, state, has_rows, batch_id: null, parts: 1 };
}

/** Newest first. */
export async function findJobs(
  db: Db,
  siteId: bigint,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<BindJob[]> {
  const rows = await db.query<JobRow>(sql`
    select ${COLUMNS} from bind_job where site_id = ${siteId} order by created_utc desc, id desc limit ${limit} offset ${skip}`);
  return rows.map(toJob);
}

export async function countJobs(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from bind_job where site_id = ${siteId}`);
  return row?.total ?? 0;
}

export async function getJob(db: Db, siteId: bigint, id: bigint): Promise<BindJob | undefined> {
  const [row] = await db.query<JobRow>(sql`select ${COLUMNS} from bind_job where site_id = ${siteId} and id = ${id}`);
  return row === undefined ? undefined : toJob(row);
}

/** Outcomes of the rows, in the order of the file. */
export async function findJobRows(db: Db, siteId: bigint, jobId: bigint): Promise<BindRowResult[]> {
  return db.query<BindRowResult>(sql`
    select u.line, u.outcome, u.code, u.identity_id from bind_job_part p
    cross join lateral unnest(p.lines, p.outcomes, p.codes, p.identity_ids) as u (line, outcome, code, identity_id)
    where p.site_id = ${siteId} and p.job_id = ${jobId} order by u.line`);
}

/** Parts that are not undone yet, the last one first: a handle that several of them touched goes back step by step. */
export async function findPartsToUndo(db: Db, siteId: bigint, jobId: bigint): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select id from bind_job_part where site_id = ${siteId} and job_id = ${jobId} and unbound is null order by id desc`);
  return rows.map(({ id }) => id);
}

/** Puts the handles of a part back that are still as it left them. Another call may have been quicker: no harm done. */
export async function undoPart(db: Db, siteId: bigint, key: { jobId: bigint; id: bigint }, now: Date): Promise<void> {
  await db.query(sql`
    with part as (
      select * from bind_job_part
      where site_id = ${siteId} and job_id = ${key.jobId} and id = ${key.id} and unbound is null for update
    ), unbound as (
      delete from channel_binding b using part p cross join lateral unnest(p.made_ids, p.made_owners) as u (id, owner)
      where b.site_id = ${siteId} and b.id = u.id and b.identity_id = u.owner returning b.id
    ), moved as (
      update channel_binding b set identity_id = u.former, bound_utc = ${now.toISOString()}::timestamptz
      from part p cross join lateral unnest(p.moved_ids, p.moved_owners, p.moved_from) as u (id, owner, former)
      where b.site_id = ${siteId} and b.id = u.id and b.identity_id = u.owner
        and exists (select from customer_identity c where c.site_id = ${siteId} and c.id = u.former) returning b.id
    ), done as (
      select (select count(*) from unbound)::integer as unbound, (select count(*) from moved)::integer as moved_back
    )
    update bind_job_part b set unbound = done.unbound, moved_back = done.moved_back,
      skipped = cardinality(p.made_ids) + cardinality(p.moved_ids) - done.unbound - done.moved_back
    from part p, done where b.site_id = ${siteId} and b.job_id = p.job_id and b.id = p.id`);
}

/** False where it is undone already. */
export async function markUndone(db: Db, siteId: bigint, id: bigint, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update bind_job set undone_utc = ${now.toISOString()} where site_id = ${siteId} and id = ${id} and undone_utc is null
    returning id`);
  return rows.length > 0;
}

export interface UndoneCounts {
  readonly unbound: number;
  readonly moved_back: number;
  readonly skipped: number;
}

export async function sumUndone(db: Db, siteId: bigint, jobId: bigint): Promise<UndoneCounts> {
  const [row] = await db.query<UndoneCounts>(sql`
    select coalesce(sum(unbound), 0)::integer as unbound, coalesce(sum(moved_back), 0)::integer as moved_back,
      coalesce(sum(skipped), 0)::integer as skipped
    from bind_job_part where site_id = ${siteId} and job_id = ${jobId}`);
  return row ?? { unbound: 0, moved_back: 0, skipped: 0 };
}

/** The rows of imports before this, over all sites; the imports themselves stay. */
export async function deleteOldParts(db: Db, before: Date): Promise<void> {
  await db.transaction(async (db) => {
    await db.query(sql`
      delete from bind_job_part p using bind_job j
      where j.site_id = p.site_id and j.id = p.job_id and j.has_rows and j.created_utc < ${before.toISOString()}`);
    await db.query(sql`update bind_job set has_rows = false where has_rows and created_utc < ${before.toISOString()}`);
  });
}
