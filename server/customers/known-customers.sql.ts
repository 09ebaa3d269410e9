import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import { sql, type Db } from '#server/db/db.ts';

const NOBODY = { total_identified: 0, with_email: 0, with_phone: 0 };

export async function countKnown(db: Db, siteId: bigint): Promise<MigrationStatus['customer_identities']> {
  const [row] = await db.query<MigrationStatus['customer_identities']>(sql`
    select count(*)::integer as total_identified, count(c.email)::integer as with_email, count(c.phone)::integer as with_phone
    from customer_identity c where c.site_id = ${siteId}`);
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
      (select count(*)::integer from channel_binding b where b.site_id = ${siteId} and b.channel = u.channel) as bound_handles,
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
