import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { HealthOverview, HealthSnapshot } from '#contract/health-overview.ts';
import type { BusinessHours } from '#server/calendar/business-hours.ts';
import { ZoneTimes } from '#server/calendar/zone-times.ts';
import { inboundHours, inboundKeyOf } from '#server/counters/inbound.ts';
import { sql, type Db } from '#server/db/db.ts';
import { hasChannels, type HealthSite } from './health.ts';
import { compareHours, type ComparedHours, type ComparedSite } from './silence.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type ChannelNow = HealthOverview['now']['channels'][number];

/** Inbound messages of each channel in use; empty if channels are not deployed. */
export async function readChannels(db: Db, site: HealthSite, now: Date): Promise<HealthSnapshot['channels']> {
  const rows = await findRows(db, site, now);
  return rows.map(({ channel, last_inbound_utc, inbound_24h }) => ({ channel, last_inbound_utc, inbound_24h }));
}

/** `readChannels` with the duration of the silence and the number of messages expected in it. */
export async function readSilence(db: Db, site: HealthSite, hours: BusinessHours, now: Date): Promise<ChannelNow[]> {
  const calendar = { hours, times: new ZoneTimes(hours.timeZone) };
  const channels = (await findRows(db, site, now)).map((row) => ({ row, compared: compare(row, calendar, now) }));
  const expected = await sumHours(
    db,
    site.id,
    channels.flatMap(({ row: { channel }, compared }) =>
      [...(compared ?? [])].map(([hourUtc, weight]) => ({ channel, hourUtc, weight })),
    ),
  );
  return channels.map(({ row: { channel, last_inbound_utc, inbound_24h }, compared }) => ({
    channel,
    last_inbound_utc,
    inbound_24h,
    silent_minutes: last_inbound_utc === null ? null : minutesSince(last_inbound_utc, now),
    // Rounded to hundredths; the rule judges the rounded value.
    expected_messages: compared === null ? null : Math.round((expected.get(channel) ?? 0) * 100) / 100,
  }));
}

async function findRows(db: Db, site: HealthSite, now: Date): Promise<ChannelRow[]> {
  if (!hasChannels(site)) return [];
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return findChannels(db, site.id, { now: now.toISOString(), dayAgo });
}

function compare(
  { last_inbound_utc, first_hour_utc }: ChannelRow,
  calendar: ComparedSite,
  now: Date,
): ComparedHours | null {
  if (last_inbound_utc === null || first_hour_utc === null) return null;
  return compareHours(calendar, { firstHour: new Date(first_hour_utc), last: new Date(last_inbound_utc), now });
}

function minutesSince(at: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / MINUTE_MS));
}

interface ChannelRow {
  readonly channel: Channel;
  readonly last_inbound_utc: string | null;
  readonly inbound_24h: number;
  /** The first hour with an inbound message; null if there is none. */
  readonly first_hour_utc: string | null;
}

/**
 * Channels with bindings or inbound messages, in their usual order. Looks for the last message in the last hour that
 * has any, so that a channel silent for a year is as fast as a busy one.
 */
async function findChannels(
  db: Db,
  siteId: bigint,
  { now, dayAgo }: { readonly now: string; readonly dayAgo: string },
): Promise<ChannelRow[]> {
  return db.query<ChannelRow>(sql`
    select u.channel, m.at as last_inbound_utc, coalesce(d.n, 0)::integer as inbound_24h, f.hour_utc as first_hour_utc
    from site s
    cross join unnest(${CHANNELS}::text[]) with ordinality as u (channel, position)
    left join (
      select m.channel, count(*) as n from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
        and m.created_utc > ${dayAgo}::timestamptz and m.created_utc <= ${now}::timestamptz
      group by 1
    ) d on d.channel = u.channel
    left join lateral (
      select t.hour_utc from ${inboundHours(siteId, sql`u.channel`)}
      group by t.hour_utc having sum(t.n) > 0 order by t.hour_utc desc limit 1
    ) h on true
    left join lateral (
      select t.hour_utc from ${inboundHours(siteId, sql`u.channel`)}
      group by t.hour_utc having sum(t.n) > 0 order by t.hour_utc limit 1
    ) f on true
    -- Compute the bounds first: under row-level security only constant bounds can use the index.
    cross join lateral (
      select h.hour_utc as from_utc, h.hour_utc + interval '1 hour' as to_utc offset 0
    ) b
    left join lateral (
      select max(m.created_utc) as at from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
        and m.channel = u.channel and m.created_utc >= b.from_utc and m.created_utc < b.to_utc
    ) m on true
    where s.id = ${siteId} and (m.at is not null or exists (
      select from counter b where b.site_id = ${siteId} and b.name = 'binding' and b.key = u.channel having sum(b.n) > 0))
    order by u.position`);
}

interface WeighedHour {
  readonly channel: Channel;
  readonly hourUtc: string;
  readonly weight: number;
}

/** Sums messages per hour times weight, by channel. An hour is identified by its start. */
async function sumHours(db: Db, siteId: bigint, hours: readonly WeighedHour[]): Promise<Map<Channel, number>> {
  if (hours.length === 0) return new Map();
  const rows = await db.query<{ channel: Channel; total: number | null }>(sql`
    select u.channel, sum(u.weight * t.n)::float8 as total
    from unnest(${hours.map(({ channel }) => channel)}::text[], ${hours.map(({ hourUtc }) => hourUtc)}::timestamptz[],
      ${hours.map(({ weight }) => weight)}::float8[]) as u (channel, hour_utc, weight)
    -- One lookup per hour: a join would read all hours of the site.
    cross join lateral (
      select sum(t.n) as n from counter t where t.site_id = ${siteId} and t.name = 'inbound'
        and t.key = ${inboundKeyOf(sql`u.channel`, sql`u.hour_utc`)}
    ) t
    group by 1`);
  return new Map(rows.map(({ channel, total }) => [channel, total ?? 0]));
}
