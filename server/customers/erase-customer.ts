import { emailKey } from '#contract/contact-keys.ts';
import { messageRowDeltas } from '#server/counters/message-hours.ts';
import { type Db, sql, type Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { countHandles, customerRowDeltas } from './customer-counters.ts';
import { findIdentityByKeys } from './identities.sql.ts';

/** The customer record of an address, if there is one. */
export async function findCustomerOfEmail(db: Db, site: SiteRef, email: string): Promise<bigint | null> {
  const keys = { identityId: null, emailKey: emailKey(email), phoneKey: null };
  return (await findIdentityByKeys(db, site.id, keys)) ?? null;
}

/** Deletes the messages of a person's handles; call it while the handles exist. Returns the number deleted. */
export async function eraseMessages(db: Db, site: SiteRef, owner: MessageOwner, budget: RowBudget): Promise<number> {
  const erased = await deleteMessagesOf(db, site.id, owner, budget.left);
  budget.take(erased);
  return erased;
}

/** Lowers the ticket counts of the customers whose tickets were erased. */
export async function subtractTickets(
  db: Db,
  site: SiteRef,
  tickets: readonly { readonly customer_identity_id: bigint | null }[],
): Promise<void> {
  const gone = new Map<bigint, number>();
  for (const { customer_identity_id: id } of tickets) if (id !== null) gone.set(id, (gone.get(id) ?? 0) + 1);
  if (gone.size > 0) await lowerTicketCounts(db, site.id, gone);
}

/**
 * Deletes a customer record with its notes and handles. If the budget runs out first, the record stays for the next
 * step. Call inside a transaction, after everything that references the record is deleted.
 */
export async function eraseCustomer(
  db: Db,
  site: SiteRef,
  identityId: bigint,
  budget: RowBudget,
): Promise<{ readonly identities: number; readonly handles: number }> {
  budget.take(await deleteNotesOf(db, site.id, identityId, budget.left));
  if (budget.isSpent) return { identities: 0, handles: 0 };
  const handles = await deleteHandlesOf(db, site.id, identityId, budget.left);
  budget.take(handles);
  if (budget.isSpent) return { identities: 0, handles };
  return { identities: await deleteIdentity(db, site.id, identityId), handles };
}

/** Counts what `eraseMessages` and `eraseCustomer` would delete; changes nothing. */
export async function countCustomerParts(
  db: Db,
  site: SiteRef,
  owner: MessageOwner,
): Promise<{ readonly identities: number; readonly handles: number; readonly messages: number }> {
  const { identityId } = owner;
  const messages = await countMessagesOf(db, site.id, owner);
  if (identityId === null) return { identities: 0, handles: 0, messages };
  return { identities: 1, handles: await countHandlesOf(db, site.id, identityId), messages };
}

interface MessageOwner {
  readonly identityId: bigint | null;
  /** In matched form: messages also come from an address or phone that is bound to no one. */
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

function handlesOf(siteId: bigint, { identityId, emailKeys, phoneKeys }: MessageOwner): Statement {
  return sql`(
    select b.channel, b.external_user_id from channel_binding b
    where b.site_id = ${siteId} and b.identity_id = ${identityId}::bigint
    union
    select a.channel, a.address
    from (
      select 'email' as channel, e.key as address from unnest(${emailKeys}::text[]) as e (key)
      union all
      select c.channel, p.key from unnest(array['sms', 'whatsapp']) as c (channel) cross join unnest(${phoneKeys}::text[]) as p (key)
    ) a
    where not exists (select from channel_binding b
      where b.site_id = ${siteId} and b.channel = a.channel and b.external_user_id = a.address)
  )`;
}

async function deleteMessagesOf(db: Db, siteId: bigint, owner: MessageOwner, limit: number): Promise<number> {
  const rows = await db.query(sql`
    with gone as (
      delete from channel_message where site_id = ${siteId} and id = any(array(
        select m.id from ${handlesOf(siteId, owner)} h
        join channel_message m on m.site_id = ${siteId} and m.channel = h.channel and m.external_user_id = h.external_user_id
        limit ${limit}))
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${messageRowDeltas(sql`gone`, -1)}) d
    )
    select 1 as one from gone`);
  return rows.length;
}

async function countMessagesOf(db: Db, siteId: bigint, owner: MessageOwner): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from ${handlesOf(siteId, owner)} h
    join channel_message m on m.site_id = ${siteId} and m.channel = h.channel and m.external_user_id = h.external_user_id`);
  return row?.total ?? 0;
}

async function deleteHandlesOf(db: Db, siteId: bigint, identityId: bigint, limit: number): Promise<number> {
  const rows = await db.query<{ channel: string }>(sql`
    delete from channel_binding where site_id = ${siteId} and id = any(array(
      select b.id from channel_binding b where b.site_id = ${siteId} and b.identity_id = ${identityId} limit ${limit}))
    returning channel`);
  await countHandles(
    db,
    siteId,
    rows.map(({ channel }) => ({ channel, identityId, n: -1 })),
  );
  return rows.length;
}

async function countHandlesOf(db: Db, siteId: bigint, identityId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from channel_binding where site_id = ${siteId} and identity_id = ${identityId}`);
  return row?.total ?? 0;
}

async function deleteNotesOf(db: Db, siteId: bigint, identityId: bigint, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from customer_note where site_id = ${siteId} and id = any(array(
      select n.id from customer_note n where n.site_id = ${siteId} and n.identity_id = ${identityId} limit ${limit}))
    returning 1 as one`);
  return rows.length;
}

async function deleteIdentity(db: Db, siteId: bigint, identityId: bigint): Promise<number> {
  const rows = await db.query(sql`
    with gone as (
      delete from customer_identity where site_id = ${siteId} and id = ${identityId} returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${customerRowDeltas(sql`gone`, -1)}) d
    )
    select 1 as one from gone`);
  return rows.length;
}

async function lowerTicketCounts(db: Db, siteId: bigint, by: ReadonlyMap<bigint, number>): Promise<void> {
  await db.query(sql`
    update customer_identity c set ticket_count = greatest(0, c.ticket_count - u.gone)
    from unnest(${[...by.keys()]}::bigint[], ${[...by.values()]}::integer[]) as u (id, gone)
    where c.site_id = ${siteId} and c.id = u.id`);
}
