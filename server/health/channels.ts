import type { HealthOverview, HealthSnapshot } from '#contract/health-overview.ts';
import type { BusinessHours } from '#server/calendar/business-hours.ts';
import type { Db } from '#server/db/db.ts';
import { type ChannelRow, countHours, findChannels } from './channels.sql.ts';
import { hasChannels, type HealthSite } from './health.ts';
import { comparedHours, expectMessages } from './silence.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export type ChannelNow = HealthOverview['now']['channels'][number];

/** What came in on each channel that is in use; none where channels are not deployed. */
export async function readChannels(db: Db, site: HealthSite, now: Date): Promise<HealthSnapshot['channels']> {
  const rows = await findRows(db, site, now);
  return rows.map(({ channel, last_inbound_utc, inbound_24h }) => ({ channel, last_inbound_utc, inbound_24h }));
}

/** The same, with how long each has been silent and what usually comes in meanwhile. */
export async function readSilence(db: Db, site: HealthSite, hours: BusinessHours, now: Date): Promise<ChannelNow[]> {
  const channels = (await findRows(db, site, now)).map((row) => ({ row, compared: compare(row, hours, now) }));
  const counts = await countHours(
    db,
    site.id,
    channels.flatMap(({ row: { channel }, compared }) =>
      (compared ?? []).flatMap(({ past }) => past.map((hourUtc) => ({ channel, hourUtc }))),
    ),
  );
  const known = new Map(counts.map(({ channel, hour_utc, n }) => [`${channel} ${hour_utc}`, n]));
  return channels.map(({ row: { channel, last_inbound_utc, inbound_24h }, compared }) => ({
    channel,
    last_inbound_utc,
    inbound_24h,
    silent_minutes: last_inbound_utc === null ? null : minutesSince(last_inbound_utc, now),
    expected_messages:
      compared === null ? null : expectMessages(compared, (hour) => known.get(`${channel} ${hour}`) ?? 0),
  }));
}

async function findRows(db: Db, site: HealthSite, now: Date): Promise<ChannelRow[]> {
  if (!hasChannels(site)) return [];
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return findChannels(db, site.id, { now: now.toISOString(), dayAgo });
}

function compare({ last_inbound_utc, first_hour_utc }: ChannelRow, hours: BusinessHours, now: Date) {
  if (last_inbound_utc === null || first_hour_utc === null) return null;
  return comparedHours(hours, { firstHour: new Date(first_hour_utc), last: new Date(last_inbound_utc), now });
}

function minutesSince(at: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / MINUTE_MS));
}
