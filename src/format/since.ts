import { formatLocale } from '#src/i18n/locale.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { addDays } from './days.ts';
import { formatDay, formatTime } from './time.ts';
import { dayAndTimeOf } from './zone-time.ts';

const messages = defineMessages({ yesterday: 'yesterday' });

/** "14:02", "yesterday", "Friday", "12 Nov", "12 Nov 2025": a moment of the past as people name it after "since". */
export function formatSince(iso: string, zone: string, nowMs: number): string {
  const at = dayAndTimeOf(iso, zone);
  const now = dayAndTimeOf(new Date(nowMs).toISOString(), zone);
  if (at === null || now === null) return iso;
  if (at.day === now.day) return formatTime(iso, zone);
  if (at.day === addDays(now.day, -1)) return messages.yesterday;
  if (at.day > addDays(now.day, -7))
    return new Intl.DateTimeFormat(formatLocale(), { timeZone: 'UTC', weekday: 'long' }).format(Date.parse(at.day));
  return formatDay(iso, zone, nowMs);
}
