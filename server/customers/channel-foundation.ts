import { randomBytes } from 'node:crypto';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import { counted } from '#server/counters/counters.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countSentinelRows } from './channels.sql.ts';

/** Bound handles per channel, and its messages in the current UTC month. */
export async function readChannelFoundation(
  db: Db,
  site: SiteRef,
  now: Date,
): Promise<MigrationStatus['channel_foundation']> {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const channels = await findChannelUse(db, site.id, monthStart);
  return { total_bound_handles: channels.reduce((sum, { bound_handles: n }) => sum + n, 0), channels };
}

/** Self-test: reads the channel tables with a random handle. Returns the failure, or null. */
export async function checkChannels(db: Db, site: SiteRef): Promise<string | null> {
  const found = await countSentinelRows(db, site.id, `self-test-${randomBytes(16).toString('hex')}`);
  return found === 0 ? null : `a handle that no one has was found ${found} times`;
}

/** The site's customers: all, with an email, and with a phone. */
export async function countKnownCustomers(
  db: Db,
  { id: siteId }: SiteRef,
): Promise<MigrationStatus['customer_identities']> {
  const [row] = await db.query<MigrationStatus['customer_identities']>(sql`
    select coalesce(sum(t.n) filter (where t.name = 'customer'), 0)::integer as total_identified,
      coalesce(sum(t.n) filter (where t.name = 'customer_email'), 0)::integer as with_email,
      coalesce(sum(t.n) filter (where t.name = 'customer_phone'), 0)::integer as with_phone
    from counter t
    where t.site_id = ${siteId} and t.name in ('customer', 'customer_email', 'customer_phone')`);
  return row ?? { total_identified: 0, with_email: 0, with_phone: 0 };
}

interface ChannelUse {
  readonly channel: Channel;
  readonly bound_handles: number;
  readonly msg_inbound_month: number;
  readonly msg_outbound_month: number;
}

/** One row per channel, in the order of `CHANNELS`. */
async function findChannelUse(db: Db, siteId: bigint, monthStart: Date): Promise<ChannelUse[]> {
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
