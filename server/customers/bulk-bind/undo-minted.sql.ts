import { customerRowDeltas } from '#server/customers/customer-counters.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { lookUpByIndex } from './bind-bulk.sql.ts';
import type { PartRef } from './undo-bind-job.sql.ts';

/**
 * What came to the customer `c` after an import made it, by the column that points at it. Ids are given out in order: a
 * greater one than the customer's is of later.
 */
export const CAME_SINCE: Readonly<Record<string, Statement>> = {
  'ticket.customer_identity_id': sql`select from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id`,
  'chat_session.customer_identity_id': sql`
    select from chat_session s where s.site_id = c.site_id and s.customer_identity_id = c.id`,
  'visitor.customer_identity_id': sql`select from visitor v where v.site_id = c.site_id and v.customer_identity_id = c.id`,
  'customer_note.identity_id': sql`select from customer_note n where n.site_id = c.site_id and n.identity_id = c.id`,
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

/** Columns that point at customers and are no reason to keep one: the import's own, what is derived, and logs. */
export const FOLLOWS: readonly string[] = [
  'channel_binding.identity_id',
  'customer_channel.identity_id',
  'customer_match_key.identity_id',
  'customer_match_queue.identity_ids',
  'customer_pair.low_id',
  'customer_pair.high_id',
  'bind_job_part.identity_ids',
  'webhook_delivery.about_identity_id',
];

/** The customer `c` is as an import made it, but for its handles: no person changed it and nothing came to it. */
const IS_UNTOUCHED: Statement = sql`c.version = 1 and c.blocked_utc is null and ${joinSql(
  // A subquery with an offset is asked for each customer by its index, and never becomes a join of whole tables.
  Object.values(CAME_SINCE).map((rows) => sql`not exists (${rows} offset 0)`),
  ' and ',
)}`;

/** Those whose customers are not all looked at yet. */
export async function findPartsWithMinted(db: Db, siteId: bigint, firstId: bigint): Promise<PartRef[]> {
  const rows = await db.query<{ job_id: bigint; id: bigint }>(sql`
    select p.job_id, p.id from bind_job j join bind_job_part p on p.site_id = j.site_id and p.job_id = j.id
    where j.site_id = ${siteId} and j.first_id = ${firstId} and p.judged < cardinality(p.minted_ids) order by p.id desc`);
  return rows.map(({ job_id: jobId, id }) => ({ jobId, id }));
}

/** How many of the customers of a part `removeMinted` would remove, but for the handles that they have then. */
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
 * Looks at the next customers that a part made, and removes those without a handle that nothing came to. Answers how many
 * it looked at. To be called inside a transaction, once the handles of all parts are put back.
 */
export async function removeMinted(db: Db, siteId: bigint, { jobId, id }: PartRef, limit: number): Promise<number> {
  const [part] = await db.query<{ first_id: bigint; ids: bigint[] }>(sql`
    select j.first_id, p.minted_ids[p.judged + 1:p.judged + ${limit}::integer] as ids
    from bind_job_part p join bind_job j on j.site_id = p.site_id and j.id = p.job_id
    where p.site_id = ${siteId} and p.job_id = ${jobId} and p.id = ${id} for update of p`);
  if (part === undefined || part.ids.length === 0) return 0;
  await lookUpByIndex(db);
  // Statistics may say that there are no handles any more; then a bitmap of all that are dead looks as cheap as one look-up.
  await db.query(sql`select set_config('enable_bitmapscan', 'off', true) as value`);
  // Waits for whatever is just being added to one of them, which the next statement then sees; what comes later waits here.
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
