import { countHandles } from '#server/customers/customer-counters.ts';
import type { ChannelHandle } from '#contract/customers.ts';
import type { TicketStatus } from '#contract/tickets.ts';
import { sql, type Db } from '#server/db/db.ts';

/** A bound handle with the id of its binding, which stays the same when the handle moves. */
export type HeldHandle = ChannelHandle & { readonly id: bigint };

/** The rows of a customer that move with a merge. */
export interface Belongings {
  readonly ticketIds: readonly bigint[];
  readonly sessionIds: readonly bigint[];
  readonly visitorIds: readonly bigint[];
  readonly noteIds: readonly bigint[];
  readonly distinctIds: readonly bigint[];
  readonly handles: readonly HeldHandle[];
}

interface BelongingRow {
  readonly tickets: bigint[];
  readonly sessions: bigint[];
  readonly visitors: bigint[];
  readonly notes: bigint[];
  readonly distinct_ids: bigint[];
}

export async function findBelongings(
  db: Db,
  siteId: bigint,
  id: bigint,
  { withHandles }: { readonly withHandles: boolean },
): Promise<Belongings> {
  const [row] = await db.query<BelongingRow>(sql`
    select
      array(select t.id from ticket t where t.site_id = ${siteId} and t.customer_identity_id = ${id} order by t.id) as tickets,
      array(select s.id from chat_session s where s.site_id = ${siteId} and s.customer_identity_id = ${id} order by s.id) as sessions,
      array(select v.id from visitor v where v.site_id = ${siteId} and v.customer_identity_id = ${id} order by v.id) as visitors,
      array(select n.id from customer_note n where n.site_id = ${siteId} and n.identity_id = ${id} order by n.id) as notes,
      array(select d.high_id from customer_distinct d where d.site_id = ${siteId} and d.low_id = ${id} union all
        select d.low_id from customer_distinct d where d.site_id = ${siteId} and d.high_id = ${id}) as distinct_ids`);
  const handles = withHandles
    ? await db.query<HeldHandle>(sql`
        select id, channel, external_user_id, display_handle, bound_utc from channel_binding
        where site_id = ${siteId} and identity_id = ${id} order by bound_utc desc, id desc`)
    : [];
  return {
    ticketIds: row?.tickets ?? [],
    sessionIds: row?.sessions ?? [],
    visitorIds: row?.visitors ?? [],
    noteIds: row?.notes ?? [],
    distinctIds: row?.distinct_ids ?? [],
    handles,
  };
}

/** Portal links of emails (in matched form), newest first. */
export async function findLinksOf(
  db: Db,
  siteId: bigint,
  emailKeys: readonly string[],
  limit: number,
): Promise<{ readonly total: number; readonly links: { id: bigint; expires_utc: string }[] }> {
  if (emailKeys.length === 0) return { total: 0, links: [] };
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from portal_token where site_id = ${siteId} and email_key = any(${emailKeys}::text[])`);
  const links = await db.query<{ id: bigint; expires_utc: string }>(sql`
    select id, expires_utc from portal_token where site_id = ${siteId} and email_key = any(${emailKeys}::text[])
    order by created_utc desc, id desc limit ${limit}`);
  return { total: row?.total ?? 0, links };
}

export interface PreviewTicket {
  readonly id: bigint;
  readonly ticket_number: number;
  readonly subject: string;
  readonly status: TicketStatus;
}

export async function findPreviewTickets(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  limit: number,
): Promise<PreviewTicket[]> {
  return db.query<PreviewTicket>(sql`
    select id, ticket_number, subject, status from ticket
    where site_id = ${siteId} and customer_identity_id = ${identityId} order by created_utc desc, id desc limit ${limit}`);
}

export async function countEventsOf(db: Db, siteId: bigint, visitorIds: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select coalesce(sum(event_count), 0)::integer as total from visitor
    where site_id = ${siteId} and id = any(${visitorIds}::bigint[])`);
  return row?.total ?? 0;
}

/** Repoints all rows that reference one customer to another. */
export async function moveBelongings(db: Db, siteId: bigint, from: bigint, to: bigint): Promise<void> {
  for (const move of [
    sql`update ticket set customer_identity_id = ${to} where site_id = ${siteId} and customer_identity_id = ${from}`,
    sql`update chat_session set customer_identity_id = ${to} where site_id = ${siteId} and customer_identity_id = ${from}`,
    sql`update visitor set customer_identity_id = ${to} where site_id = ${siteId} and customer_identity_id = ${from}`,
    sql`update customer_note set identity_id = ${to} where site_id = ${siteId} and identity_id = ${from}`,
  ])
    await db.query(move);
  const handles = await db.query<{ channel: string }>(sql`
    update channel_binding set identity_id = ${to} where site_id = ${siteId} and identity_id = ${from} returning channel`);
  await countMoved(db, siteId, handles, { from, to });
}

/** Updates the counters for handles that moved between customers. */
export async function countMoved(
  db: Db,
  siteId: bigint,
  handles: readonly { readonly channel: string }[],
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<void> {
  const deltas = handles.flatMap(({ channel }) => [
    { channel, identityId: from, n: -1 as const },
    { channel, identityId: to, n: 1 as const },
  ]);
  await countHandles(db, siteId, deltas);
}

/** Binds those of the handles that are free. Returns the ids of the new bindings. */
export async function bindNewHandles(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  handles: readonly NewHandle[],
  now: Date,
): Promise<bigint[]> {
  const first = await db.takeIds(siteId, handles.length);
  const rows = await db.query<{ id: bigint; channel: string }>(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
    select ${siteId}, ${first}::bigint + u.position - 1, u.channel, u.external_user_id, ${identityId}, ${now.toISOString()}::timestamptz
    from unnest(${handles.map(({ channel }) => channel)}::text[], ${handles.map((one) => one.external_user_id)}::text[])
      with ordinality as u (channel, external_user_id, position)
    on conflict (site_id, channel, external_user_id) do nothing returning id, channel`);
  await countHandles(
    db,
    siteId,
    rows.map(({ channel }) => ({ channel, identityId, n: 1 })),
  );
  return rows.map(({ id }) => id);
}

export interface NewHandle {
  readonly channel: 'email' | 'sms';
  readonly external_user_id: string;
}

export type TakenHandle = NewHandle & { readonly identity_id: bigint };

/** The handles that are already bound. */
export async function findTakenHandles(db: Db, siteId: bigint, handles: readonly NewHandle[]): Promise<TakenHandle[]> {
  return db.query<TakenHandle>(sql`
    select b.channel, b.external_user_id, b.identity_id from channel_binding b
    join unnest(${handles.map(({ channel }) => channel)}::text[], ${handles.map((one) => one.external_user_id)}::text[])
      as u (channel, external_user_id) on u.channel = b.channel and u.external_user_id = b.external_user_id
    where b.site_id = ${siteId}`);
}

/** Copies dismissals ("not the same person") to a customer. Returns the other customers of the new ones. */
export async function copyDistinct(
  db: Db,
  siteId: bigint,
  { id, others, actor, now }: { id: bigint; others: readonly bigint[]; actor: string; now: Date },
): Promise<bigint[]> {
  const rows = await db.query<{ other: bigint }>(sql`
    insert into customer_distinct (site_id, low_id, high_id, actor, created_utc)
    select ${siteId}, least(o.id, ${id}::bigint), greatest(o.id, ${id}::bigint), ${actor}, ${now.toISOString()}::timestamptz
    from unnest(${others}::bigint[]) o (id)
    join customer_identity c on c.site_id = ${siteId} and c.id = o.id
    where o.id <> ${id} on conflict do nothing
    returning case when low_id = ${id} then high_id else low_id end as other`);
  return rows.map(({ other }) => other);
}
