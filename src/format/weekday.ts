import { formatLocale } from '#src/i18n/locale.ts';
import { zoneFormatter } from './zone-time.ts';

const formatterOf = zoneFormatter(formatLocale(), {
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
    formatterOf(zone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')}, ${part('hour')}:${part('minute')}`;
}
