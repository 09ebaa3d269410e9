import type { UndoneImport } from '#contract/bind-jobs.ts';
import { countHandles, type HandleDelta, customerRowDeltas } from '#server/customers/customer-counters.ts';
import { sql, type Db, joinSql, type Statement } from '#server/db/db.ts';
import { forceIndexScans } from './bind-bulk.sql.ts';

export interface UndoPrediction extends Omit<UndoneImport, 'removed_identities'> {
  /** Customers who will still have a handle, or whose handles had messages. They are not deleted. */
  readonly staying: readonly bigint[];
}

/** The rows that one transaction of an import recorded. */
export interface PartRef {
  readonly jobId: bigint;
  readonly id: bigint;
}

/** Stops the import from binding further rows, after waiting for its transaction in progress. */
export async function beginUndo(db: Db, siteId: bigint, firstId: bigint, now: Date): Promise<void> {
  await db.query(sql`
    update bind_job set undo_begun_utc = ${now.toISOString()}
    where site_id = ${siteId} and first_id = ${firstId} and undo_begun_utc is null`);
}

/** Parts that are not undone yet, last first, so that a handle that several parts changed is reverted in order. */
export async function findPartsToUndo(db: Db, siteId: bigint, firstId: bigint): Promise<PartRef[]> {
  const rows = await db.query<{ job_id: bigint; id: bigint }>(sql`
    select p.job_id, p.id from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
    where j.site_id = ${siteId} and j.first_id = ${firstId} and p.unbound is null order by p.id desc`);
  return rows.map(({ job_id: jobId, id }) => ({ jobId, id }));
}

/** Handles that an undo unbound or moved back, as parallel arrays; null for none. */
interface ChangedHandles {
  readonly unbound_channels: string[] | null;
  readonly unbound_owners: bigint[] | null;
  readonly moved_channels: string[] | null;
  readonly moved_owners: bigint[] | null;
  readonly moved_formers: bigint[] | null;
}

/**
 * Reverts the handles of a part that have not changed since, and stores which customers had messages on them, which
 * cannot be determined after unbinding. Does nothing if another call has undone the part.
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
    ...deltasOf(changed.unbound_channels, changed.unbound_owners, -1),
    ...deltasOf(changed.moved_channels, changed.moved_owners, -1),
    ...deltasOf(changed.moved_channels, changed.moved_formers, 1),
  ]);
}

function deltasOf(channels: readonly string[] | null, owners: readonly bigint[] | null, n: 1 | -1): HandleDelta[] {
  return (owners ?? []).map((identityId, index) => ({ channel: channels?.[index] ?? '', identityId, n }));
}

/**
 * Disables nested loops and cached plans for this transaction: the planner cannot estimate the length of a part's arrays,
 * and its nested loops would be quadratic.
 */
export async function forceHashJoins(db: Db): Promise<void> {
  await db.query(sql`
    select set_config('enable_nestloop', 'off', true) as joins, set_config('plan_cache_mode', 'force_custom_plan', true) as plans`);
}

/**
 * Predicts what undoing the rest would do and changes nothing. Follows each handle from its last change back to its
 * first: a change is reverted if the handle then still has the owner that the change gave it.
 */
export async function predictUndo(db: Db, siteId: bigint, firstId: bigint): Promise<UndoPrediction> {
  const [row] = await db.query<UndoPrediction>(sql`
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

/** False if it is already undone. */
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

/**
 * Queries for rows added to the customer `c` after an import created it, by the column that references the customer. Ids
 * ascend, so a larger id than the customer's is newer.
 */
export const ADDED_SINCE: Readonly<Record<string, Statement>> = {
  'ticket.customer_identity_id': sql`select from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id`,
  'chat_session.customer_identity_id': sql`
    select from chat_session s where s.site_id = c.site_id and s.customer_identity_id = c.id`,
  'visitor.customer_identity_id': sql`select from visitor v where v.site_id = c.site_id and v.customer_identity_id = c.id`,
  'customer_note.identity_id': sql`select from customer_note n where n.site_id = c.site_id and n.identity_id = c.id`,
  'imported_customer.identity_id': sql`
    select from imported_customer i where i.site_id = c.site_id and i.identity_id = c.id`,
  'customer_alias.identity_id': sql`select from customer_alias a where a.site_id = c.site_id and a.identity_id = c.id`,
  'customer_distinct.low_id': sql`select from customer_distinct d where d.site_id = c.site_id and d.low_id = c.id`,
  'customer_distinct.high_id': sql`select from customer_distinct d where d.site_id = c.site_id and d.high_id = c.id`,
  'customer_merge.survivor_id': sql`select from customer_merge m where m.site_id = c.site_id and m.survivor_id = c.id`,
  'customer_merge.merged_id': sql`select from customer_merge m where m.site_id = c.site_id and m.merged_id = c.id`,
  'portal_token.email_key': sql`
    select from portal_token p where p.site_id = c.site_id and p.email_key = c.email_key and p.id > c.id`,
  'channel_message.external_user_id': sql`
    select from (values ('email', c.email_key), ('sms', c.phone_key), ('whatsapp', c.phone_key)) as a (channel, address)
    cross join lateral (
      select from channel_message m where m.site_id = c.site_id and m.channel = a.channel
        and m.external_user_id = a.address and m.id > c.id limit 1
    ) m`,
};

/** Columns that reference customers but do not keep them: the import's own, derived data, and logs. */
export const IGNORED_REFERENCES: readonly string[] = [
  'channel_binding.identity_id',
  'customer_channel.identity_id',
  'customer_pair.low_id',
  'customer_pair.high_id',
  'bind_job_part.identity_ids',
  'webhook_delivery.about_identity_id',
];

/** Apart from its handles, the customer `c` is unchanged since an import created it, and nothing was added. */
const IS_UNTOUCHED: Statement = sql`c.version = 1 and c.blocked_utc is null and ${joinSql(
  // `offset 0` keeps each subquery an index look-up per customer instead of a join of whole tables.
  Object.values(ADDED_SINCE).map((rows) => sql`not exists (${rows} offset 0)`),
  ' and ',
)}`;

/** Parts with created customers that are not all examined yet. */
export async function findPartsWithMinted(db: Db, siteId: bigint, firstId: bigint): Promise<PartRef[]> {
  const rows = await db.query<{ job_id: bigint; id: bigint }>(sql`
    select p.job_id, p.id from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
    where j.site_id = ${siteId} and j.first_id = ${firstId} and p.judged < cardinality(p.minted_ids) order by p.id desc`);
  return rows.map(({ job_id: jobId, id }) => ({ jobId, id }));
}

/** How many customers of a part `removeMinted` would delete. @param staying customers who will still have handles */
export async function countUntouched(
  db: Db,
  siteId: bigint,
  { jobId, id }: PartRef,
  staying: ReadonlySet<bigint>,
): Promise<number> {
  const [part] = await db.query<{ ids: bigint[] }>(sql`
    select minted_ids[judged + 1:] as ids from bind_job_part where site_id = ${siteId} and job_id = ${jobId} and id = ${id}`);
  const ids = part?.ids.filter((customer) => !staying.has(customer)) ?? [];
  const [row] = await db.query<{ n: number }>(sql`
    select count(*)::integer as n from customer_identity c
    where c.site_id = ${siteId} and c.id = any(${ids}::bigint[]) and ${IS_UNTOUCHED}`);
  return row?.n ?? 0;
}

/**
 * Examines the next customers that a part created and deletes those without handles that nothing was added to. Returns
 * the number examined. Call inside a transaction, after the handles of all parts are reverted.
 */
export async function removeMinted(db: Db, siteId: bigint, { jobId, id }: PartRef, limit: number): Promise<number> {
  const [part] = await db.query<{ first_id: bigint; ids: bigint[] }>(sql`
    select j.first_id, p.minted_ids[p.judged + 1:p.judged + ${limit}::integer] as ids
    from bind_job_part p join bind_job j on j.site_id = p.site_id and j.id = p.job_id
    where p.site_id = ${siteId} and p.job_id = ${jobId} and p.id = ${id} for update of p`);
  if (part === undefined || part.ids.length === 0) return 0;
  await forceIndexScans(db);
  // If statistics say that no handles are left, a bitmap scan over all dead rows looks as cheap as one look-up.
  await db.query(sql`select set_config('enable_bitmapscan', 'off', true) as value`);
  // Wait for inserts in progress that reference these customers, so that the next statement sees them, and block later ones.
  await db.query(sql`
    select c.id from customer_identity c where c.site_id = ${siteId} and c.id = any(${part.ids}::bigint[])
    order by c.id for update`);
  await db.query(sql`
    with removed as (
      delete from customer_identity c where c.site_id = ${siteId} and c.id = any(${part.ids}::bigint[]) and ${IS_UNTOUCHED}
        and not exists (select from channel_binding b where b.site_id = c.site_id and b.identity_id = c.id)
        and c.id <> all(array(
          select unnest(p.kept_ids) from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
          where j.site_id = ${siteId} and j.first_id = ${part.first_id}))
      returning c.*
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${customerRowDeltas(sql`removed`, -1)}) d
    )
    update bind_job_part set judged = judged + ${part.ids.length}::integer,
      removed = removed + (select count(*) from removed)::integer
    where site_id = ${siteId} and job_id = ${jobId} and id = ${id}`);
  return part.ids.length;
}
