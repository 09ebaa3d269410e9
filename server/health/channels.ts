import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { HealthOverview, HealthSnapshot } from '#contract/health-overview.ts';
import type { BusinessHours } from '#server/calendar/business-hours.ts';
import { ZoneTimes } from '#server/calendar/zone-times.ts';
import { hourKey, hourKeys } from '#server/counters/message-hours.ts';
import { sql, type Db } from '#server/db/db.ts';
import { hasChannels, type HealthSite } from './health.ts';
import { compareHours, type ComparedHours, type ComparedSite } from './silence.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
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
      [...(compared ?? [])].map(([hourUtc, weight]) => ({ channel, key: hourKey(channel, new Date(hourUtc)), weight })),
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
  return findChannels(db, site.id, now);
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
 * Channels with bindings or inbound messages, in their usual order. Counts the last 24 hours by hour, and reads only the
 * messages of the first, partial hour. Looks for the last message in the last hour that has any, so that a channel silent
 * for a year is as fast as a busy one.
 */
async function findChannels(db: Db, siteId: bigint, now: Date): Promise<ChannelRow[]> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const wholeFrom = new Date((Math.floor(dayAgo.getTime() / HOUR_MS) + 1) * HOUR_MS);
  const first = CHANNELS.map((channel) => hourKeys(channel).first);
  const end = CHANNELS.map((channel) => hourKeys(channel).end);
  const dayFrom = CHANNELS.map((channel) => hourKey(channel, wholeFrom));
  const dayTo = CHANNELS.map((channel) => hourKey(channel, now));
  const hours = sql`from counter c where c.site_id = ${siteId} and c.name = 'inbound'`;
  const used = sql`select (right(c.key, 13) || ':00:00Z')::timestamptz as hour_utc ${hours}
    and c.key >= u.first_key and c.key < u.end_key group by c.key having sum(c.n) > 0`;
  return db.query<ChannelRow>(sql`
    select u.channel, m.at as last_inbound_utc, (coalesce(p.n, 0) + coalesce(w.n, 0))::integer as inbound_24h,
      f.hour_utc as first_hour_utc
    from site s
    cross join unnest(${CHANNELS}::text[], ${first}::text[], ${end}::text[], ${dayFrom}::text[], ${dayTo}::text[])
      with ordinality as u (channel, first_key, end_key, day_from, day_to, position)
    left join (
      select m.channel, count(*) as n from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
        and m.created_utc > ${dayAgo.toISOString()}::timestamptz and m.created_utc < ${wholeFrom.toISOString()}::timestamptz
      group by 1
    ) p on p.channel = u.channel
    cross join lateral (select sum(c.n) as n ${hours} and c.key >= u.day_from and c.key <= u.day_to) w
    left join lateral (${used} order by c.key desc limit 1) h on true
    left join lateral (${used} order by c.key limit 1) f on true
    -- Compute the bounds first: under row-level security only columns can be compared by the index.
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
  /** The key of its counter. */
  readonly key: string;
  readonly weight: number;
}

/** Sums messages per hour times weight, by channel. */
async function sumHours(db: Db, siteId: bigint, hours: readonly WeighedHour[]): Promise<Map<Channel, number>> {
  if (hours.length === 0) return new Map();
  const rows = await db.query<{ channel: Channel; total: number | null }>(sql`
    select u.channel, sum(u.weight * t.n)::float8 as total
    from unnest(${hours.map(({ channel }) => channel)}::text[], ${hours.map(({ key }) => key)}::text[],
      ${hours.map(({ weight }) => weight)}::float8[]) as u (channel, key, weight)
    -- One lookup per hour: a join would read all hours of the site.
    cross join lateral (
      select sum(t.n) as n from counter t where t.site_id = ${siteId} and t.name = 'inbound' and t.key = u.key
    ) t
    group by 1`);
  return new Map(rows.map(({ channel, total }) => [channel, total ?? 0]));
}
