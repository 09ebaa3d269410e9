import { isClosedDate, type BusinessHours, type LocalMoment } from '#server/calendar/business-hours.ts';
import type { ZoneTimes } from '#server/calendar/zone-times.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const WEEKS = 4;

/** The hours of a site, and the times of its zone. */
export interface ComparedSite {
  readonly hours: BusinessHours;
  readonly times: ZoneTimes;
}

/** UTC hours by their beginnings, and which part of the messages of each is expected. */
export type ComparedHours = ReadonlyMap<string, number>;

/**
 * The same hours of the same weekdays of the four weeks before a silence, each with the share that it has in the mean: by the
 * clock of the site, so that a change of it moves nothing. Dates that the calendar closes count neither here nor there. Null
 * where the silence is longer than four weeks, or the first message came later than four weeks before it. See docs/figures.md,
 * "Silence of a channel".
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
    // Weeks that the silence has lasted itself say nothing.
    const firstWeek = Math.floor((hourMs - beginMs) / WEEK_MS) + 1;
    const past = Array.from({ length: WEEKS }, (_, week) =>
      sameLocalHour(site, local, hourMs - (firstWeek + week) * WEEK_MS),
    ).flatMap((hour) => hour ?? []);
    const spanMs = Math.min(hourMs + HOUR_MS, now.getTime()) - Math.max(hourMs, last.getTime());
    for (const hour of past) compared.set(hour, (compared.get(hour) ?? 0) + spanMs / HOUR_MS / past.length);
  }
  return compared;
}

/** The UTC hour near another whose local weekday and hour are the given ones; none where the clock left it out. */
function sameLocalHour({ hours, times }: ComparedSite, local: LocalMoment, nearMs: number): string | undefined {
  for (const atMs of [nearMs, nearMs - HOUR_MS, nearMs + HOUR_MS]) {
    const there = times.at(atMs);
    const isSame = there.dayOfWeek === local.dayOfWeek && there.minute === local.minute;
    if (isSame) return isClosedDate(hours, there.date) ? undefined : new Date(atMs).toISOString();
  }
  return undefined;
}
