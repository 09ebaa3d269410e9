import type { HealthOverview, HealthSnapshot } from '#contract/health-overview.ts';
import type { BusinessHours } from '#server/calendar/business-hours.ts';
import { ZoneTimes } from '#server/calendar/zone-times.ts';
import type { Db } from '#server/db/db.ts';
import { type ChannelRow, findChannels, sumHours } from './channels.sql.ts';
import { hasChannels, type HealthSite } from './health.ts';
import { compareHours, type ComparedHours, type ComparedSite } from './silence.ts';

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
  const of = { hours, times: new ZoneTimes(hours.timeZone) };
  const channels = (await findRows(db, site, now)).map((row) => ({ row, compared: compare(row, of, now) }));
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
    // To hundredths, by which it is judged, too.
    expected_messages: compared === null ? null : Math.round((expected.get(channel) ?? 0) * 100) / 100,
  }));
}

async function findRows(db: Db, site: HealthSite, now: Date): Promise<ChannelRow[]> {
  if (!hasChannels(site)) return [];
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return findChannels(db, site.id, { now: now.toISOString(), dayAgo });
}

function compare({ last_inbound_utc, first_hour_utc }: ChannelRow, of: ComparedSite, now: Date): ComparedHours | null {
  if (last_inbound_utc === null || first_hour_utc === null) return null;
  return compareHours(of, { firstHour: new Date(first_hour_utc), last: new Date(last_inbound_utc), now });
}

function minutesSince(at: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / MINUTE_MS));
}
