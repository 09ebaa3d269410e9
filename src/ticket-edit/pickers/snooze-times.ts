import { instantOf, wallTimeOf } from '#src/format/zone-time.ts';

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** Instants (ms since 1970) that the snooze menu offers; mornings are at nine in the zone that times are shown in. */
export function snoozeTimes(nowMs: number, zone: string) {
  const now = wallTimeOf(nowMs, zone);
  const morning = (days: number) =>
    instantOf({ ...now, day: now.day + days, hour: MORNING, minute: 0, second: 0 }, zone);
  // 0 is Sunday; on a Monday the next one is meant.
  const weekday = new Date(Date.UTC(now.year, now.month - 1, now.day)).getUTCDay();
  return {
    laterToday: Math.ceil((nowMs + 3 * HOUR_MS) / 60_000) * 60_000,
    tomorrow: morning(1),
    monday: morning((8 - weekday) % 7 || 7),
    week: morning(7),
  };
}

/** In the order of the menu. */
export const SNOOZE_KEYS = ['laterToday', 'tomorrow', 'monday', 'week'] as const;

/** Whether a time is another's by a second name: on a Sunday Monday is tomorrow, on a Monday it is in a week. */
export function isTwice(key: (typeof SNOOZE_KEYS)[number], times: ReturnType<typeof snoozeTimes>): boolean {
  return key === 'monday' && (times.monday === times.tomorrow || times.monday === times.week);
}

/** The value of a `datetime-local` field in a zone as an ISO instant; null when it is no time. */
export function readLocalTime(value: string, zone: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(value);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return new Date(instantOf({ year, month, day, hour, minute, second: 0 }, zone)).toISOString();
}
