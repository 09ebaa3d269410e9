import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import { counted } from '#server/counters/counters.ts';
import { sql, type Db } from '#server/db/db.ts';

const NOBODY = { total_identified: 0, with_email: 0, with_phone: 0 };

export async function countKnown(db: Db, siteId: bigint): Promise<MigrationStatus['customer_identities']> {
  const [row] = await db.query<MigrationStatus['customer_identities']>(sql`
    select coalesce(sum(t.n) filter (where t.name = 'customer'), 0)::integer as total_identified,
      coalesce(sum(t.n) filter (where t.name = 'customer_email'), 0)::integer as with_email,
      coalesce(sum(t.n) filter (where t.name = 'customer_phone'), 0)::integer as with_phone
    from counter t
    where t.site_id = ${siteId} and t.name in ('customer', 'customer_email', 'customer_phone')`);
  return row ?? NOBODY;
}

export interface ChannelUse {
  readonly channel: Channel;
  readonly bound_handles: number;
  readonly msg_inbound_month: number;
  readonly msg_outbound_month: number;
}

/** One line for each channel that can be bound, in their usual order. */
export async function findChannelUse(db: Db, siteId: bigint, monthStart: Date): Promise<ChannelUse[]> {
  return db.query<ChannelUse>(sql`
    select u.channel,
      ${counted(siteId, 'binding', sql`u.channel`)}::integer as bound_handles,
      coalesce(m.came_in, 0) as msg_inbound_month, coalesce(m.went_out, 0) as msg_outbound_month
    from unnest(${CHANNELS}::text[]) with ordinality as u (channel, position)
    left join (
      select channel, (count(*) filter (where direction = 'in'))::integer as came_in,
        (count(*) filter (where direction = 'out'))::integer as went_out
      from channel_message where site_id = ${siteId} and created_utc >= ${monthStart.toISOString()}::timestamptz
        and direction in ('in', 'out')
      group by channel
    ) m on m.channel = u.channel
    order by u.position`);
}
