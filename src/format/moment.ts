import { formatUtcDate, formatUtcDay } from './utc-day.ts';
import { dayAndTimeOf } from './zone-time.ts';

/** "18 Nov, 16:20" in a zone, with the year where it is another one than now; for rows of a list. */
export function formatMoment(iso: string, zone: string, nowMs: number): string {
  const wall = dayAndTimeOf(iso, zone);
  const now = dayAndTimeOf(new Date(nowMs).toISOString(), zone);
  if (wall === null) return iso;
  const day = wall.day.slice(0, 4) === now?.day.slice(0, 4) ? formatUtcDay(wall.day) : formatUtcDate(wall.day);
  return `${day}, ${wall.time.slice(0, 5)}`;
}
