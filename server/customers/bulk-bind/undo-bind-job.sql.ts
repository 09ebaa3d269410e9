import { countHandles, type HandleStep } from '#server/customers/customer-counters.ts';
import type { UndoneImport } from '#contract/bind-jobs.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface Foreseen extends Omit<UndoneImport, 'removed_identities'> {
  /** Customers who still have a handle then, or whose handles had messages: the import made some of them. */
  readonly staying: readonly bigint[];
}

/** A list of handles that one transaction of an import left. */
export interface PartRef {
  readonly jobId: bigint;
  readonly id: bigint;
}

/** From now on no row of the import is bound any more; waits for the transaction that is just binding some. */
export async function beginUndo(db: Db, siteId: bigint, firstId: bigint, now: Date): Promise<void> {
  await db.query(sql`
    update bind_job set undo_begun_utc = ${now.toISOString()}
    where site_id = ${siteId} and first_id = ${firstId} and undo_begun_utc is null`);
}

/** Those that are not undone yet, the last one first: a handle that several of them touched goes back step by step. */
export async function findPartsToUndo(db: Db, siteId: bigint, firstId: bigint): Promise<PartRef[]> {
  const rows = await db.query<{ job_id: bigint; id: bigint }>(sql`
    select p.job_id, p.id from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
    where j.site_id = ${siteId} and j.first_id = ${firstId} and p.unbound is null order by p.id desc`);
  return rows.map(({ job_id: jobId, id }) => ({ jobId, id }));
}

/** Handles that an undo unbound or moved back, column by column; null for none. */
interface ChangedHandles {
  readonly unbound_channels: string[] | null;
  readonly unbound_owners: bigint[] | null;
  readonly moved_channels: string[] | null;
  readonly moved_owners: bigint[] | null;
  readonly moved_formers: bigint[] | null;
}

/**
 * Puts the handles of a part back that are still as it left them, and notes which customers had messages on theirs: once
 * a handle is unbound, that is no longer known. Another call may have been quicker: no harm done.
 */
export async function undoPart(db: Db, siteId: bigint, key: PartRef, now: Date): Promise<void> {
  const [changed] = await db.query<ChangedHandles>(sql`
    with part as (
      select * from bind_job_part
      where site_id = ${siteId} and job_id = ${key.jobId} and id = ${key.id} and unbound is null for update
    ), unbound as (
      delete from channel_binding b using part p cross join lateral unnest(p.made_ids, p.made_owners) as u (id, owner)
      where b.site_id = ${siteId} and b.id = u.id and b.identity_id = u.owner returning b.channel, b.external_user_id, b.identity_id
    ), moved as (
      update channel_binding b set identity_id = u.former, bound_utc = ${now.toISOString()}::timestamptz
      from part p cross join lateral unnest(p.moved_ids, p.moved_owners, p.moved_from) as u (id, owner, former)
      where b.site_id = ${siteId} and b.id = u.id and b.identity_id = u.owner
        and exists (select from customer_identity c where c.site_id = ${siteId} and c.id = u.former)
      returning b.channel, u.owner, u.former
    ), done as (
      select (select count(*) from unbound)::integer as unbound, (select count(*) from moved)::integer as moved_back,
        array(
          select distinct u.identity_id from unbound u where exists (
            select from channel_message m where m.site_id = ${siteId} and m.channel = u.channel
              and m.external_user_id = u.external_user_id and m.id > u.identity_id)
        ) as kept_ids
    )    , stored as (
      update bind_job_part b set unbound = done.unbound, moved_back = done.moved_back, kept_ids = done.kept_ids,
        skipped = cardinality(p.made_ids) + cardinality(p.moved_ids) - done.unbound - done.moved_back
      from part p, done where b.site_id = ${siteId} and b.job_id = p.job_id and b.id = p.id
    )
    select (select array_agg(channel) from unbound) as unbound_channels,
      (select array_agg(identity_id) from unbound) as unbound_owners,
      (select array_agg(channel) from moved) as moved_channels, (select array_agg(owner) from moved) as moved_owners,
      (select array_agg(former) from moved) as moved_formers`);
  if (changed === undefined) return;
  await countHandles(db, siteId, [
    ...stepsOf(changed.unbound_channels, changed.unbound_owners, -1),
    ...stepsOf(changed.moved_channels, changed.moved_owners, -1),
    ...stepsOf(changed.moved_channels, changed.moved_formers, 1),
  ]);
}

function stepsOf(channels: readonly string[] | null, owners: readonly bigint[] | null, n: 1 | -1): HandleStep[] {
  return (owners ?? []).map((identityId, index) => ({ channel: channels?.[index] ?? '', identityId, n }));
}

/**
 * For this transaction: the planner does not know how many rows the arrays of a part hold. Where it expects a few, it would
 * compare each with each other one, and a cached plan would keep doing so.
 */
export async function joinByHash(db: Db): Promise<void> {
  await db.query(sql`
    select set_config('enable_nestloop', 'off', true) as joins, set_config('plan_cache_mode', 'force_custom_plan', true) as plans`);
}

/**
 * What undoing the rest would do, worked out and not done. Each handle is followed from its last step back to its first:
 * a step goes back where the one after it left the handle as this one had.
 */
export async function predictUndo(db: Db, siteId: bigint, firstId: bigint): Promise<Foreseen> {
  const [row] = await db.query<Foreseen>(sql`
    with recursive part as materialized (
      select p.* from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
      where j.site_id = ${siteId} and j.first_id = ${firstId} and p.unbound is null
    ), step as materialized (
      select s.*, row_number() over (partition by s.handle order by s.part_id desc) as n,
        s.former is null or exists (
          select from customer_identity c where c.site_id = ${siteId} and c.id = s.former
        ) as has_former
      from (
        select p.id as part_id, u.id as handle, u.owner, null::bigint as former
        from part p cross join lateral unnest(p.made_ids, p.made_owners) as u (id, owner)
        union all
        select p.id, u.id, u.owner, u.former
        from part p cross join lateral unnest(p.moved_ids, p.moved_owners, p.moved_from) as u (id, owner, former)
      ) s
    ), walk as (
      select s.handle, s.n, s.former, b.identity_id = s.owner and s.has_former as is_undone, b.identity_id as held_by,
        b.channel, b.external_user_id
      from step s join channel_binding b on b.site_id = ${siteId} and b.id = s.handle where s.n = 1
      union all
      select s.handle, s.n, s.former, h.owner = s.owner and s.has_former, h.owner, w.channel, w.external_user_id
      from walk w
      cross join lateral (select case when w.is_undone then w.former else w.held_by end as owner) h
      join step s on s.handle = w.handle and s.n = w.n + 1
      where h.owner is not null
    ), done as (
      select count(*) filter (where is_undone and former is null)::integer as unbound,
        count(*) filter (where is_undone and former is not null)::integer as moved_back
      from walk
    ), last as materialized (
      select distinct on (handle) handle, case when is_undone then former else held_by end as owner
      from walk order by handle, n desc
    ), staying as (
      select b.identity_id as id from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
      cross join lateral unnest(p.minted_ids[p.judged + 1:]) as u (id)
      join channel_binding b on b.site_id = ${siteId} and b.identity_id = u.id
      where j.site_id = ${siteId} and j.first_id = ${firstId}
        and not exists (select from last l where l.handle = b.id)
      union
      select owner from last where owner is not null
      union
      select w.held_by from walk w where w.is_undone and w.former is null and exists (
        select from channel_message m where m.site_id = ${siteId} and m.channel = w.channel
          and m.external_user_id = w.external_user_id and m.id > w.held_by offset 0)
      union
      select unnest(p.kept_ids) from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
      where j.site_id = ${siteId} and j.first_id = ${firstId}
    )
    select unbound, moved_back, (select count(*) from step)::integer - unbound - moved_back as skipped,
      array(select id from staying) as staying
    from done`);
  return row ?? { unbound: 0, moved_back: 0, skipped: 0, staying: [] };
}

/** False where it is undone already. */
export async function markUndone(db: Db, siteId: bigint, firstId: bigint, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update bind_job set undone_utc = ${now.toISOString()}
    where site_id = ${siteId} and id = ${firstId} and undone_utc is null returning id`);
  return rows.length > 0;
}

export async function sumUndone(db: Db, siteId: bigint, firstId: bigint): Promise<UndoneImport> {
  const [row] = await db.query<UndoneImport>(sql`
    select coalesce(sum(p.unbound), 0)::integer as unbound, coalesce(sum(p.moved_back), 0)::integer as moved_back,
      coalesce(sum(p.skipped), 0)::integer as skipped, coalesce(sum(p.removed), 0)::integer as removed_identities
    from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
    where j.site_id = ${siteId} and j.first_id = ${firstId}`);
  return row ?? { unbound: 0, moved_back: 0, skipped: 0, removed_identities: 0 };
}
