import { formatLocale, isEnglish } from '#src/i18n/locale.ts';

const ORDER = ['weekday', 'day', 'month', 'year'] as const;

/** Writes a UTC date such as `2026-11-20`: the day before the month in every English, as it is written elsewhere. */
function utcFormat(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = new Intl.DateTimeFormat(formatLocale(), { ...options, timeZone: 'UTC' });
  return (text) => {
    const date = new Date(`${text}T00:00:00Z`);
    // Removes the full stop of a shortened month, which would look like the end of a sentence.
    if (!isEnglish()) return format.format(date).replace(/\.$/, '');
    const parts = format.formatToParts(date);
    return ORDER.flatMap((type) => parts.find((part) => part.type === type)?.value ?? []).join(' ');
  };
}

/** "20 Nov". */
export const formatUtcDay = utcFormat({ day: 'numeric', month: 'short' });
/** "20 Nov 2026". */
export const formatUtcDate = utcFormat({ day: 'numeric', month: 'short', year: 'numeric' });
/** "Fri 20 Nov". */
export const formatUtcWeekdayAndDay = utcFormat({ weekday: 'short', day: 'numeric', month: 'short' });
/** "Fri 20 Nov 2026". */
export const formatUtcWeekdayAndDate = utcFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
/** "Friday". */
export const formatUtcWeekday = utcFormat({ weekday: 'long' });
/** The month of the date: "November". */
export const formatUtcMonth = utcFormat({ month: 'long' });
/** "November 2026". */
export const formatUtcMonthAndYear = utcFormat({ month: 'long', year: 'numeric' });
