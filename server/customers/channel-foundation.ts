import { randomBytes } from 'node:crypto';
import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import { counted, type CounterName } from '#server/counters/counters.ts';
import { hourKey, hourKeys } from '#server/counters/message-hours.ts';
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
  const from = CHANNELS.map((channel) => hourKey(channel, monthStart));
  const end = CHANNELS.map((channel) => hourKeys(channel).end);
  const messages = (name: CounterName) => sql`(
    select coalesce(sum(c.n), 0)::integer from counter c
    where c.site_id = ${siteId} and c.name = ${name} and c.key >= u.from_key and c.key < u.end_key)`;
  return db.query<ChannelUse>(sql`
    select u.channel, ${counted(siteId, 'binding', sql`u.channel`)}::integer as bound_handles,
      ${messages('inbound')} as msg_inbound_month, ${messages('outbound')} as msg_outbound_month
    from unnest(${CHANNELS}::text[], ${from}::text[], ${end}::text[]) with ordinality
      as u (channel, from_key, end_key, position)
    order by u.position`);
}
