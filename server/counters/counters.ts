import { sql, type Db, type Statement } from '#server/db/db.ts';

/**
 * Counters, so totals need no scan of the rows. `key` identifies a counter within its name:
 * - `ticket`: tickets by status, priority, agent and channel, see `ticketKey`
 * - `ticket_tag`: tickets by tag key
 * - `customer`, `customer_email`, `customer_phone`: customers, and those with an email or a phone
 * - `customer_channel`: customers with at least one handle, by channel
 * - `binding`: handles by channel
 * - `inbound`, `outbound`: messages by channel and UTC hour, see `hourKey`, without website chats
 * - `portal_end`: portal links by the UTC day on which they end, and by state
 * - `portal_uses`: how often portal links were opened
 */
export type CounterName =
  | 'ticket'
  | 'ticket_tag'
  | 'customer'
  | 'customer_email'
  | 'customer_phone'
  | 'customer_channel'
  | 'binding'
  | 'inbound'
  | 'outbound'
  | 'portal_end'
  | 'portal_uses';

/** A change of one counter. */
export interface Delta {
  readonly name: CounterName;
  readonly key: string;
  readonly n: number;
}

/**
 * The `insert` that changes counters. It belongs to the transaction that writes the rows, usually as a common table
 * expression of the same statement. Deltas are separate rows, so writers never wait for each other; `foldCounters` adds
 * them to the totals. To calculate the deltas of a changed row, lock the row first.
 */
export function insertDeltas(siteId: bigint, deltas: readonly Delta[]): Statement {
  return sql`
    insert into counter (site_id, name, key, n)
    select ${siteId}, u.name, u.key, sum(u.n)
    from unnest(${deltas.map(({ name }) => name)}::text[], ${deltas.map(({ key }) => key)}::text[],
      ${deltas.map(({ n }) => n)}::bigint[]) as u (name, key, n)
    group by 2, 3 having sum(u.n) <> 0`;
}

export async function addDeltas(db: Db, siteId: bigint, deltas: readonly Delta[]): Promise<void> {
  const changed = deltas.filter(({ n }) => n !== 0);
  if (changed.length > 0) await db.query(insertDeltas(siteId, changed));
}

/** A subquery for the present value of a counter, as a bigint. */
export function counted(siteId: Statement | bigint, name: CounterName, key: Statement | string = ''): Statement {
  return sql`(select coalesce(sum(d.n), 0)::bigint from counter d
    where d.site_id = ${siteId} and d.name = ${name} and d.key = ${key})`;
}

export async function countOf(db: Db, siteId: bigint, name: CounterName, key = ''): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`select ${counted(siteId, name, key)}::integer as total`);
  return row?.total ?? 0;
}
