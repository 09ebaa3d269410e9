import { sql, type Db } from '#server/db/db.ts';

// `site_due` says when a deliverer visits a site next. Each site with a subscription has a row.

/** Call it in the transaction that creates a subscription. Does not wait for other transactions if the row exists. */
export async function addDueSite(db: Db, siteId: bigint, now: Date): Promise<void> {
  await db.query(sql`
    insert into site_due (site_id, kind, due_utc) values (${siteId}, 'webhooks', ${now.toISOString()})
    on conflict (site_id, kind) do nothing`);
}

/** Removes the site if it has no subscription any more. Call it after `lockSubscriptions`. */
export async function removeDueSite(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`
    delete from site_due where site_id = ${siteId} and kind = 'webhooks'
      and not exists (select from webhook_subscription where site_id = ${siteId})`);
}

/**
 * Takes sites that are due, the longest due first, and sets their next visit to `until`, so that other nodes skip them.
 * @param owner The owner's handle: covers all sites.
 */
export async function claimDueSites(
  owner: Db,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<bigint[]> {
  const at = now.toISOString();
  const rows = await owner.query<{ site_id: bigint }>(sql`
    with due as (
      select site_id from site_due where kind = 'webhooks' and due_utc <= ${at}::timestamptz order by due_utc, site_id limit ${limit}
    ), locked as (
      select s.site_id from site_due s join due on due.site_id = s.site_id
      where s.kind = 'webhooks' and s.due_utc <= ${at}::timestamptz order by s.site_id for update of s
    )
    update site_due s set due_utc = ${until.toISOString()}::timestamptz from locked
    where s.site_id = locked.site_id and s.kind = 'webhooks'
    returning s.site_id`);
  return rows.map(({ site_id: siteId }) => siteId);
}

/**
 * Makes sites due, so that any node visits them.
 * @param owner The owner's handle: covers all sites.
 * @param siteIds Null means all.
 */
export async function markDue(owner: Db, siteIds: readonly bigint[] | null, now: Date): Promise<void> {
  const at = now.toISOString();
  await owner.query(sql`
    with later as (
      select site_id from site_due
      where kind = 'webhooks' and due_utc > ${at}::timestamptz and (${siteIds}::bigint[] is null or site_id = any(${siteIds}::bigint[]))
      order by site_id for update
    )
    update site_due s set due_utc = ${at}::timestamptz from later where s.site_id = later.site_id and s.kind = 'webhooks'`);
}

/**
 * Sets the next visit of a site to its next attempt, within `soonest` and `latest`, if that is earlier than planned.
 * @param times With null for `soonest`, a site that has something due keeps its time: the caller visits it now.
 * @returns whether deliveries are due that no one has leased.
 */
export async function planNextVisit(
  db: Db,
  siteId: bigint,
  { now, soonest, latest }: { readonly now: Date; readonly soonest: Date | null; readonly latest: Date },
): Promise<boolean> {
  const [first, last] = [soonest?.toISOString() ?? null, latest.toISOString()];
  const [row] = await db.query<{ is_more: boolean }>(sql`
    with waiting as (
      select min(greatest(d.due_utc, s.probe_utc)) as next_utc, coalesce(bool_or(d.due_utc <= ${now.toISOString()}::timestamptz), false) as is_more
      from webhook_subscription s
      cross join lateral (
        select d.due_utc from webhook_delivery d
        where d.site_id = ${siteId} and d.subscription_id = s.id and d.due_utc is not null and (s.state = 'active' or d.is_test)
        order by d.due_utc limit 1
      ) d
      where s.site_id = ${siteId} and s.state <> 'disabled'
    ), planned as (
      select least(greatest(coalesce(next_utc, ${last}::timestamptz), ${first}::timestamptz), ${last}::timestamptz) as due_utc
      from waiting where not is_more or ${first}::timestamptz is not null
    ), moved as (
      update site_due s set due_utc = planned.due_utc from planned
      where s.site_id = ${siteId} and s.kind = 'webhooks' and s.due_utc > planned.due_utc
    )
    select is_more from waiting`);
  return row?.is_more ?? false;
}
