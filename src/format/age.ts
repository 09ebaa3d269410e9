import { messages } from './messages.ts';

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
