import { formatDay, formatTime } from '#src/format/time.ts';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 3 * DAY_MS;

/** The end of a link as people say it; within three days with the hour, and marked. */
export function untilOf(expiresUtc: string, zone: string, nowMs: number): { text: string; isSoon: boolean } {
  const day = formatDay(expiresUtc, zone);
  if (Date.parse(expiresUtc) - nowMs > SOON_MS) return { text: day, isSoon: false };
  const time = formatTime(expiresUtc, zone);
  if (day === formatDay(new Date(nowMs).toISOString(), zone)) return { text: messages.today(time), isSoon: true };
  // The calendar's next day: 24 hours on can be the same day or the one after next where clocks change.
  const now = formatDay(new Date(nowMs).toISOString(), zone);
  const next = formatDay(new Date(Date.parse(`${now} 12:00 UTC`) + DAY_MS).toISOString(), 'UTC');
  return { text: day === next ? messages.tomorrow(time) : `${day}, ${time}`, isSoon: true };
}

/** The visitor's own zone. */
export function visitorZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
