import { formatLocale, isEnglish } from '#src/i18n/locale.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { wallTimeOf, zoneFormatter, dayAndTimeOf } from '#src/format/zone-time.ts';
import { formatUtcDate, formatUtcDay } from '#src/format/days.ts';

const messages = defineMessages({
  lessThanAMinute: '<1m',
  minutes: (minutes: number) => `${minutes}m`,
  hoursAndMinutes: (hours: number, minutes: string) => `${hours}h ${minutes}m`,
  days: (days: number) => `${days}d`,
  today: (time: string) => `Today, ${time}`,
  yesterday: (time: string) => `Yesterday, ${time}`,
});

const ofDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const dayFormatterOf = /* @__PURE__ */ zoneFormatter(formatLocale(), ofDay);
const yearlessFormatterOf = /* @__PURE__ */ zoneFormatter(formatLocale(), { day: 'numeric', month: 'short' });
const formatterOf = zoneFormatter(formatLocale(), {
  ...ofDay,
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

type Parts = Readonly<Record<string, string>>;

/** By their types, and the whole day as `date`, without the year of `nowMs`. */
function partsOf(iso: string | number, zone: string, nowMs: number): Parts | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(date)) parts[type] = value;
  const isThisYear = wallTimeOf(date.getTime(), zone).year === wallTimeOf(nowMs, zone).year;
  const day = `${parts['day']} ${parts['month']}`;
  // Removes the full stop of a shortened month, which would look like the end of a sentence.
  if (!isEnglish())
    parts['date'] = (isThisYear ? yearlessFormatterOf : dayFormatterOf)(zone).format(date).replace(/\.$/, '');
  else parts['date'] = isThisYear ? day : `${day} ${parts['year']}`;
  return parts;
}

const timeOf = (parts: Parts): string => `${parts['hour']}:${parts['minute']}`;

/**
 * "20 Nov, 14:32 UTC", in another year "20 Nov 2025, 14:32 UTC". Day before month in every English, to be unambiguous.
 */
export function formatInstant(iso: string, zone: string, nowMs = Date.now()): string {
  const parts = partsOf(iso, zone, nowMs);
  return parts === null ? iso : `${parts['date']}, ${timeOf(parts)} ${parts['timeZoneName']}`;
}

/** "20 Nov", of another year "20 Nov 2025": the day that the instant falls on in that zone. */
export function formatDay(iso: string, zone: string, nowMs = Date.now()): string {
  return partsOf(iso, zone, nowMs)?.['date'] ?? iso;
}

/** "14:32". */
export function formatTime(iso: string, zone: string): string {
  const parts = partsOf(iso, zone, 0);
  return parts === null ? iso : timeOf(parts);
}

/** "CET" or "GMT+1": how the zone is called at that instant. */
export function formatZone(iso: string, zone: string): string {
  return partsOf(iso, zone, 0)?.['timeZoneName'] ?? zone;
}

/** "14:32 CET". */
export function formatClockTime(iso: string, zone: string): string {
  return `${formatTime(iso, zone)} ${formatZone(iso, zone)}`;
}

/** "14:32:07 UTC". */
export function formatClock(iso: string, zone: string): string {
  const parts = partsOf(iso, zone, 0);
  return parts === null ? iso : `${timeOf(parts)}:${iso.slice(17, 19)} ${parts['timeZoneName']}`;
}

/** As `formatInstant`, but "Today, 14:30 UTC" and "Yesterday, …" beside `nowMs` (ms since 1970). */
export function formatNear(iso: string, zone: string, nowMs: number): string {
  const parts = partsOf(iso, zone, nowMs);
  const now = partsOf(nowMs, zone, nowMs);
  if (parts === null || now === null) return iso;
  const time = `${timeOf(parts)} ${parts['timeZoneName']}`;
  if (parts['date'] === now['date']) return messages.today(time);
  // The day before, in the calendar: 24 hours back can be the same day or two days ago where clocks change.
  const { year, month, day } = wallTimeOf(nowMs, zone);
  const before = new Date(Date.UTC(year, month - 1, day - 1)).toISOString();
  return parts['date'] === formatDay(before, 'UTC', nowMs) ? messages.yesterday(time) : `${parts['date']}, ${time}`;
}

const MINUTE = 60_000;
const DAY = 24 * 60;

/** An age or duration in ms, short: "<1m", "48m", "6h 04m", "2d". Rounded down; a negative one counts as none. */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (!(minutes >= 1)) return messages.lessThanAMinute;
  if (minutes < 60) return messages.minutes(minutes);
  if (minutes >= DAY) return messages.days(Math.floor(minutes / DAY));
  return messages.hoursAndMinutes(Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0'));
}

/** "18 Nov, 16:20" in a zone, with the year where it is another one than now; for rows of a list. */
export function formatMoment(iso: string, zone: string, nowMs: number): string {
  const wall = dayAndTimeOf(iso, zone);
  const now = dayAndTimeOf(new Date(nowMs).toISOString(), zone);
  if (wall === null) return iso;
  const day = wall.day.slice(0, 4) === now?.day.slice(0, 4) ? formatUtcDay(wall.day) : formatUtcDate(wall.day);
  return `${day}, ${wall.time.slice(0, 5)}`;
}

const weekdayFormatterOf = zoneFormatter(formatLocale(), {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * "Mon 23 Nov, 09:00": of the next days, where the day of the week says more than the year.
 * @param zone an IANA name; one that this browser does not know counts as UTC
 */
export function formatWeekday(iso: string, zone: string): string {
  const parts = new Map(
    weekdayFormatterOf(zone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')}, ${part('hour')}:${part('minute')}`;
}
