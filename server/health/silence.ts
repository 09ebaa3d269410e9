import { isClosedDate, type BusinessHours, type LocalMoment } from '#server/calendar/business-hours.ts';
import type { ZoneTimes } from '#server/calendar/zone-times.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const WEEKS = 4;

/** Business hours and time zone of a site. */
export interface ComparedSite {
  readonly hours: BusinessHours;
  readonly times: ZoneTimes;
}

/** The share of each past UTC hour in the expected messages, keyed by the start of the hour. */
export type ComparedHours = ReadonlyMap<string, number>;

/**
 * Finds the same local hours and weekdays in the four weeks before a silence, each with its share of the mean, so that
 * a clock change shifts nothing. Ignores dates that the calendar closes. Null if the silence is longer than four weeks,
 * or if the first message is less than four weeks older than it. See docs/figures.md, "Silence of a channel".
 */
export function compareHours(
  site: ComparedSite,
  { firstHour, last, now }: { readonly firstHour: Date; readonly last: Date; readonly now: Date },
): ComparedHours | null {
  const beginMs = Math.floor(last.getTime() / HOUR_MS) * HOUR_MS;
  const isLong = now.getTime() - last.getTime() > WEEKS * WEEK_MS;
  if (isLong || firstHour.getTime() > beginMs - WEEKS * WEEK_MS) return null;
  const compared = new Map<string, number>();
  for (let hourMs = beginMs; hourMs < now.getTime(); hourMs += HOUR_MS) {
    const local = site.times.at(hourMs);
    if (isClosedDate(site.hours, local.date)) continue;
    // Skip weeks that are part of the silence.
    const firstWeek = Math.floor((hourMs - beginMs) / WEEK_MS) + 1;
    const past = Array.from({ length: WEEKS }, (_, week) =>
      sameLocalHour(site, local, hourMs - (firstWeek + week) * WEEK_MS),
    ).flatMap((hour) => hour ?? []);
    const spanMs = Math.min(hourMs + HOUR_MS, now.getTime()) - Math.max(hourMs, last.getTime());
    for (const hour of past) compared.set(hour, (compared.get(hour) ?? 0) + spanMs / HOUR_MS / past.length);
  }
  return compared;
}

/** The UTC hour near `nearMs` with the given local weekday and hour; none if a clock change skipped it. */
function sameLocalHour({ hours, times }: ComparedSite, local: LocalMoment, nearMs: number): string | undefined {
  for (const atMs of [nearMs, nearMs - HOUR_MS, nearMs + HOUR_MS]) {
    const there = times.at(atMs);
    const isSame = there.dayOfWeek === local.dayOfWeek && there.minute === local.minute;
    if (isSame) return isClosedDate(hours, there.date) ? undefined : new Date(atMs).toISOString();
  }
  return undefined;
}
