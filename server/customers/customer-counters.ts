import { sql, type Db, type Statement } from '#server/db/db.ts';

/**
 * Deltas of customers as rows (name, key, n), for an `insert into counter`.
 * @param customers a table expression with the columns of `customer_identity`
 */
export function customerRowDeltas(customers: Statement, n: 1 | -1): Statement {
  return sql`
    select k.name, '' as key, ${n}::bigint * count(*) as n
    from ${customers} c
    cross join lateral (values ('customer', true), ('customer_email', c.email is not null),
      ('customer_phone', c.phone is not null)) k (name, is_counted)
    where k.is_counted group by 1`;
}

/** The `insert into counter` of the deltas between two states of the same customers. */
export function changedCustomerDeltas(siteId: bigint, before: Statement, after: Statement): Statement {
  return sql`
    insert into counter (site_id, name, key, n)
    select ${siteId}, d.name, d.key, sum(d.n)
    from (${customerRowDeltas(after, 1)} union all ${customerRowDeltas(before, -1)}) d
    group by 2, 3 having sum(d.n) <> 0`;
}

/** A handle that a customer gained (1) or lost (-1). */
export interface HandleDelta {
  readonly channel: string;
  readonly identityId: bigint;
  readonly n: 1 | -1;
}

/**
 * Updates the counters of handles per channel and of customers per channel. Call it in the transaction that writes the
 * handles. `customer_channel` stores how many handles a customer has on a channel; concurrent writers of a customer's
 * first handle serialize on its rows, which are locked in key order.
 */
export async function countHandles(db: Db, siteId: bigint, deltas: readonly HandleDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  const changes = sql`
    select u.channel, u.identity_id, sum(u.n)::integer as n
    from unnest(${deltas.map(({ channel }) => channel)}::text[], ${deltas.map(({ identityId }) => identityId)}::bigint[],
      ${deltas.map(({ n }) => n)}::integer[]) as u (channel, identity_id, n)
    group by 1, 2 having sum(u.n) <> 0`;
  await db.query(sql`
    with changes as materialized (${changes}), stepped as (
      insert into customer_channel as c (site_id, channel, identity_id, handles)
      select ${siteId}, channel, identity_id, n from changes order by channel, identity_id
      on conflict (site_id, channel, identity_id) do update set handles = c.handles + excluded.handles
      returning c.channel, c.xmax = 0 as is_new
    )
    insert into counter (site_id, name, key, n)
    select ${siteId}::bigint, 'binding', channel, sum(n) from changes group by channel having sum(n) <> 0
    union all
    select ${siteId}::bigint, 'customer_channel', channel, count(*) from stepped where is_new group by channel`);
  const lost = deltas.filter(({ n }) => n < 0);
  if (lost.length === 0) return;
  await db.query(sql`
    with gone as (
      delete from customer_channel c
      using unnest(${lost.map(({ channel }) => channel)}::text[], ${lost.map(({ identityId }) => identityId)}::bigint[])
        as u (channel, identity_id)
      where c.site_id = ${siteId} and c.channel = u.channel and c.identity_id = u.identity_id and c.handles = 0
      returning c.channel
    )
    insert into counter (site_id, name, key, n)
    select ${siteId}, 'customer_channel', channel, -count(*) from gone group by channel`);
}
