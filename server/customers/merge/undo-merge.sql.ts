import { countHandles } from '#server/customers/customer-counters.ts';
import { countMoved } from './merge.sql.ts';
import type { KeptRow } from '#contract/customer-merges.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface Restored {
  readonly tickets: number;
  readonly handles: number;
  readonly sessions: number;
  readonly visitors: number;
  readonly notes: number;
}

interface RowsToMove {
  readonly from: bigint;
  readonly to: bigint;
  readonly ticketIds: readonly bigint[];
  readonly bindingIds: readonly bigint[];
  readonly sessionIds: readonly bigint[];
  readonly visitorIds: readonly bigint[];
  readonly noteIds: readonly bigint[];
}

/** Moves rows back that the survivor still has. */
export async function moveBack(db: Db, siteId: bigint, rows: RowsToMove): Promise<Restored> {
  const { from, to } = rows;
  const tickets = await db.query(sql`
    update ticket set customer_identity_id = ${to}
    where site_id = ${siteId} and id = any(${rows.ticketIds}::bigint[]) and customer_identity_id = ${from} returning 1 as one`);
  const handles = await db.query<{ channel: string }>(sql`
    update channel_binding set identity_id = ${to}
    where site_id = ${siteId} and id = any(${rows.bindingIds}::bigint[]) and identity_id = ${from} returning channel`);
  await countMoved(db, siteId, handles, { from, to });
  const sessions = await db.query(sql`
    update chat_session set customer_identity_id = ${to}
    where site_id = ${siteId} and id = any(${rows.sessionIds}::bigint[]) and customer_identity_id = ${from} returning 1 as one`);
  const visitors = await db.query(sql`
    update visitor set customer_identity_id = ${to}
    where site_id = ${siteId} and id = any(${rows.visitorIds}::bigint[]) and customer_identity_id = ${from} returning 1 as one`);
  const notes = await db.query(sql`
    update customer_note set identity_id = ${to}
    where site_id = ${siteId} and id = any(${rows.noteIds}::bigint[]) and identity_id = ${from} returning 1 as one`);
  return {
    tickets: tickets.length,
    handles: handles.length,
    sessions: sessions.length,
    visitors: visitors.length,
    notes: notes.length,
  };
}

/** Unbinds handles that the merge created, if the survivor still has them. */
export async function unbindCreated(db: Db, siteId: bigint, survivorId: bigint, ids: readonly bigint[]): Promise<void> {
  const handles = await db.query<{ channel: string }>(sql`
    delete from channel_binding where site_id = ${siteId} and identity_id = ${survivorId} and id = any(${ids}::bigint[])
    returning channel`);
  await countHandles(
    db,
    siteId,
    handles.map(({ channel }) => ({ channel, identityId: survivorId, n: -1 })),
  );
}

/** Deletes the note that the merge added, if the survivor still has it. */
export async function deleteCreatedNote(db: Db, siteId: bigint, survivorId: bigint, id: bigint | null): Promise<void> {
  if (id === null) return;
  await db.query(
    sql`delete from customer_note where site_id = ${siteId} and identity_id = ${survivorId} and id = ${id}`,
  );
}

interface RowsSince {
  readonly survivorId: bigint;
  readonly mergeId: bigint;
  /** Per kind. */
  readonly limit: number;
}

/** Rows added to the survivor since the merge, newest first per kind. Ids of rows and merges come from one sequence. */
export async function findRowsSince(
  db: Db,
  siteId: bigint,
  { survivorId, mergeId, limit }: RowsSince,
): Promise<KeptRow[]> {
  return db.query<KeptRow>(sql`
    select r.kind, r.id::text as id, r.label from (
      (select 1 as place, 'ticket' as kind, t.id, t.ticket_number || ' ' || t.subject as label
      from ticket t where t.site_id = ${siteId} and t.customer_identity_id = ${survivorId} and t.id > ${mergeId}
      order by t.id desc limit ${limit})
      union all
      (select 2, 'handle', b.id, b.channel || ' ' || b.external_user_id
      from channel_binding b where b.site_id = ${siteId} and b.identity_id = ${survivorId} and b.id > ${mergeId}
      order by b.id desc limit ${limit})
      union all
      (select 3, 'session', s.id, s.session_id
      from chat_session s where s.site_id = ${siteId} and s.customer_identity_id = ${survivorId} and s.id > ${mergeId}
      order by s.id desc limit ${limit})
      union all
      (select 4, 'note', n.id, left(n.body, 80)
      from customer_note n where n.site_id = ${siteId} and n.identity_id = ${survivorId} and n.id > ${mergeId}
      order by n.id desc limit ${limit})
    ) r order by r.place, r.id desc`);
}

/** Those of the bindings that the customer owns. */
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

/** Deletes the dismissals between a customer and the others. */
export async function deleteDistinct(db: Db, siteId: bigint, id: bigint, others: readonly bigint[]): Promise<void> {
  await db.query(sql`
    delete from customer_distinct where site_id = ${siteId}
      and ((low_id = ${id} and high_id = any(${others}::bigint[])) or (high_id = ${id} and low_id = any(${others}::bigint[])))`);
}
