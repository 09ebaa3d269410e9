import { sql, type Db } from '#server/db/db.ts';

export interface Restored {
  readonly tickets: number;
  readonly handles: number;
  readonly sessions: number;
  readonly visitors: number;
  readonly notes: number;
}

interface Moving {
  readonly from: bigint;
  readonly to: bigint;
  readonly ticketIds: readonly bigint[];
  readonly bindingIds: readonly bigint[];
  readonly sessionIds: readonly bigint[];
  readonly visitorIds: readonly bigint[];
  readonly noteIds: readonly bigint[];
}

/** Puts back what the survivor still has of what it got. */
export async function moveBack(db: Db, siteId: bigint, moving: Moving): Promise<Restored> {
  const { from, to } = moving;
  const tickets = await db.query(sql`
    update ticket set customer_identity_id = ${to}
    where site_id = ${siteId} and id = any(${moving.ticketIds}::bigint[]) and customer_identity_id = ${from} returning 1 as one`);
  const handles = await db.query(sql`
    update channel_binding set identity_id = ${to}
    where site_id = ${siteId} and id = any(${moving.bindingIds}::bigint[]) and identity_id = ${from} returning 1 as one`);
  const sessions = await db.query(sql`
    update chat_session set customer_identity_id = ${to}
    where site_id = ${siteId} and id = any(${moving.sessionIds}::bigint[]) and customer_identity_id = ${from} returning 1 as one`);
  const visitors = await db.query(sql`
    update visitor set customer_identity_id = ${to}
    where site_id = ${siteId} and id = any(${moving.visitorIds}::bigint[]) and customer_identity_id = ${from} returning 1 as one`);
  const notes = await db.query(sql`
    update customer_note set identity_id = ${to}
    where site_id = ${siteId} and id = any(${moving.noteIds}::bigint[]) and identity_id = ${from} returning 1 as one`);
  return {
    tickets: tickets.length,
    handles: handles.length,
    sessions: sessions.length,
    visitors: visitors.length,
    notes: notes.length,
  };
}

/** Unbinds handles that the merge made, where the survivor still has them. */
export async function unbindMade(db: Db, siteId: bigint, survivorId: bigint, ids: readonly bigint[]): Promise<void> {
  await db.query(sql`
    delete from channel_binding where site_id = ${siteId} and identity_id = ${survivorId} and id = any(${ids}::bigint[])`);
}

export interface KeptRow {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

/** Tickets that came since the merge, whose id is of the same sequence; the newest first. */
export async function findTicketsSince(
  db: Db,
  siteId: bigint,
  {
    survivorId,
    mergeId,
    limit,
  }: {
    readonly survivorId: bigint;
    readonly mergeId: bigint;
    readonly limit: number;
  },
): Promise<KeptRow[]> {
  return db.query<KeptRow>(sql`
    select 'ticket' as kind, t.id::text as id, t.ticket_number || ' ' || t.subject as label from ticket t
    where t.site_id = ${siteId} and t.customer_identity_id = ${survivorId} and t.id > ${mergeId}
    order by t.id desc limit ${limit}`);
}

/** Ids of bindings that a customer has. */
export async function findOwnBindings(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select id from channel_binding
    where site_id = ${siteId} and identity_id = ${identityId} and id = any(${ids}::bigint[])`);
  return rows.map(({ id }) => id);
}

/** Takes away that a customer is not those others. */
export async function deleteDistinct(db: Db, siteId: bigint, id: bigint, others: readonly bigint[]): Promise<void> {
  await db.query(sql`
    delete from customer_distinct where site_id = ${siteId}
      and ((low_id = ${id} and high_id = any(${others}::bigint[])) or (high_id = ${id} and low_id = any(${others}::bigint[])))`);
}
