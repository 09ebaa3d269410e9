import { isClosedDate, localMoment, type BusinessHours, type LocalMoment } from '#server/calendar/business-hours.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
const WEEKS = 4;

/** An hour of the silence and the same hours of the same weekday in the four weeks before it. */
export interface ComparedHour {
  /** How much of the hour is part of the silence, of 1. */
  readonly share: number;
  /** Beginnings of UTC hours. */
  readonly past: readonly string[];
}

/**
 * The hours since the last message with those that they are compared with: of the site's zone, so that a change of its clock
 * moves nothing. Dates that the calendar closes count neither here nor there. Null where the silence is longer than four
 * weeks, or they are not all behind the first message. See docs/figures.md, "Silence of a channel".
 */
export function comparedHours(
  hours: BusinessHours,
  { firstHour, last, now }: { readonly firstHour: Date; readonly last: Date; readonly now: Date },
): ComparedHour[] | null {
  const beginMs = Math.floor(last.getTime() / HOUR_MS) * HOUR_MS;
  const isLong = now.getTime() - last.getTime() > WEEKS * WEEK_MS;
  if (isLong || firstHour.getTime() > beginMs - WEEKS * WEEK_MS) return null;
  const compared: ComparedHour[] = [];
  for (let hourMs = beginMs; hourMs < now.getTime(); hourMs += HOUR_MS) {
    const local = localMoment(hours.timeZone, new Date(hourMs));
    if (isClosedDate(hours, local.date)) continue;
    const spanMs = Math.min(hourMs + HOUR_MS, now.getTime()) - Math.max(hourMs, last.getTime());
    // Weeks that the silence has lasted itself say nothing.
    const silentWeeks = Math.floor((hourMs - beginMs) / WEEK_MS);
    const past = Array.from({ length: WEEKS }, (_, week) =>
      sameLocalHour(hours, local, hourMs - (silentWeeks + 1 + week) * WEEK_MS),
    );
    compared.push({ share: spanMs / HOUR_MS, past: past.flatMap((hour) => hour ?? []) });
  }
  return compared;
}

/** Messages that usually come in so long, to hundredths. @param countOf messages of a UTC hour */
export function expectMessages(compared: readonly ComparedHour[], countOf: (hourUtc: string) => number): number {
  const expected = compared.reduce((sum, { share, past }) => {
    if (past.length === 0) return sum;
    return sum + (share * past.reduce((all, hour) => all + countOf(hour), 0)) / past.length;
  }, 0);
  return Math.round(expected * 100) / 100;
}

/** The UTC hour near another whose local weekday and hour are the given ones; none where the clock left it out. */
function sameLocalHour(hours: BusinessHours, local: LocalMoment, nearMs: number): string | undefined {
  for (const shiftMs of [0, -HOUR_MS, HOUR_MS]) {
    const at = new Date(nearMs + shiftMs);
    const there = localMoment(hours.timeZone, at);
    const isSame = there.dayOfWeek === local.dayOfWeek && there.minute === local.minute;
    if (isSame) return isClosedDate(hours, there.date) ? undefined : at.toISOString();
  }
  return undefined;
}
