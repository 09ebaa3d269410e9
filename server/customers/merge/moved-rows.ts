import type { MovedRows } from '#contract/customer-merges.ts';
import { type Db, sql, type Statement } from '#server/db/db.ts';

/** A page of the rows that a merge moved; null once its undo data is deleted, by an undo or after 30 days. */
export async function movedRowsOf(
  db: Db,
  siteId: bigint,
  mergeId: bigint,
  page: { readonly limit: number; readonly skip: number },
): Promise<MovedRows | null> {
  if (!(await hasUndoData(db, siteId, mergeId))) return null;
  return {
    tickets: await findMovedTickets(db, siteId, mergeId, page),
    handles: await findMovedHandles(db, siteId, mergeId, page),
    links: await findMovedLinks(db, siteId, mergeId, page),
  };
}

interface Page {
  readonly limit: number;
  readonly skip: number;
}

/** The stored undo data of a merge. It exists only while the merge can be undone. */
function undoOf(siteId: bigint, mergeId: bigint): Statement {
  return sql`customer_merge_undo u where u.site_id = ${siteId} and u.merge_id = ${mergeId}`;
}

async function hasUndoData(db: Db, siteId: bigint, mergeId: bigint): Promise<boolean> {
  return (await db.query(sql`select 1 as one from ${undoOf(siteId, mergeId)}`)).length > 0;
}

/** The moved tickets that still exist, newest first. */
async function findMovedTickets(
  db: Db,
  siteId: bigint,
  mergeId: bigint,
  { limit, skip }: Page,
): Promise<MovedRows['tickets']> {
  return db.query<MovedRows['tickets'][number]>(sql`
    select t.id, t.ticket_number, t.subject, t.status from ticket t
    where t.site_id = ${siteId} and t.id = any(array(select unnest(u.ticket_ids) from ${undoOf(siteId, mergeId)}))
    order by t.created_utc desc, t.id desc limit ${limit} offset ${skip}`);
}

/** The moved handles with their present owners. */
async function findMovedHandles(
  db: Db,
  siteId: bigint,
  mergeId: bigint,
  { limit, skip }: Page,
): Promise<MovedRows['handles']> {
  return db.query<MovedRows['handles'][number]>(sql`
    select h.channel, h.external_user_id, b.display_handle, b.identity_id from (
      select (x ->> 'id')::bigint as id, x ->> 'channel' as channel, x ->> 'external_user_id' as external_user_id
      from (select jsonb_array_elements(u.handles) as x from ${undoOf(siteId, mergeId)}) e
    ) h
    left join channel_binding b on b.site_id = ${siteId} and b.channel = h.channel
      and b.external_user_id = h.external_user_id
    order by h.channel, h.external_user_id collate "C" limit ${limit} offset ${skip}`);
}

/** Portal links of the merged customer's emails that were issued before the merge, newest first. */
async function findMovedLinks(
  db: Db,
  siteId: bigint,
  mergeId: bigint,
  { limit, skip }: Page,
): Promise<MovedRows['links']> {
  return db.query<MovedRows['links'][number]>(sql`
    select p.id, p.requester_email, p.expires_utc from portal_token p
    where p.site_id = ${siteId}
      and p.created_utc <= (select m.created_utc from customer_merge m where m.site_id = ${siteId} and m.id = ${mergeId})
      and p.email_key = any(array(
        select u.merged_before ->> 'email_key' from ${undoOf(siteId, mergeId)}
        union all
        select a.key from customer_alias a where a.site_id = ${siteId} and a.kind = 'email'
          and a.id = any(array(select unnest(u.alias_ids) from ${undoOf(siteId, mergeId)}))))
    order by p.created_utc desc, p.id desc limit ${limit} offset ${skip}`);
}
