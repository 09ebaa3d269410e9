import { addDays } from '#src/format/days.ts';
import type { Plan } from '#src/hours/model/plan.ts';
import { DAY_MINUTES } from '#src/hours/model/week.ts';

/** Marks opening hours in our own files, to tell them from appointments. */
export const HOURS_CATEGORY = 'OPENING-HOURS';
/** A Monday: the first date of the weekly hours. */
const FIRST_MONDAY = '2024-01-01';
const BY_DAY = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

interface IcsNames {
  /** The name of the calendar. */
  readonly calendar: string;
  /** The name of a window of the week. */
  readonly open: string;
}

/**
 * The plan as an iCalendar file (RFC 5545). Times are floating, and the zone is in a header of its own. A holiday that is
 * switched off is a cancelled event.
 */
export function writeIcs(plan: Plan, names: IcsNames, nowMs: number): string {
  const stamp = `${new Date(nowMs).toISOString().replaceAll(/[-:]|\.[0-9]+/g, '')}`;
  const event = (uid: string, name: string, lines: readonly string[]): string[] => [
    'BEGIN:VEVENT',
    `UID:${uid}@support-console`,
    `DTSTAMP:${stamp}`,
    ...lines,
    `SUMMARY:${escapeText(name)}`,
    'END:VEVENT',
  ];
  const wholeDay = (date: string): string[] => [
    `DTSTART;VALUE=DATE:${plain(date)}`,
    `DTEND;VALUE=DATE:${plain(addDays(date, 1))}`,
  ];
  const window = (date: string, open: number, close: number): string[] => [
    `DTSTART:${localTime(date, open)}`,
    `DTEND:${localTime(date, close)}`,
    `CATEGORIES:${HOURS_CATEGORY}`,
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Support Console//Business hours//EN',
    `X-WR-CALNAME:${escapeText(names.calendar)}`,
    `X-WR-TIMEZONE:${plan.zone}`,
    ...plan.holidays.flatMap(({ date, name, recurring, active }) =>
      event(`holiday-${date}`, name, [
        ...wholeDay(date),
        ...(recurring ? ['RRULE:FREQ=YEARLY'] : []),
        ...(active ? [] : ['STATUS:CANCELLED']),
        'TRANSP:TRANSPARENT',
      ]),
    ),
    ...plan.ownHours.flatMap(({ date, name, windows }) =>
      windows.length === 0
        ? event(`date-${date}`, name, [...wholeDay(date), `CATEGORIES:${HOURS_CATEGORY}`])
        : windows.flatMap(({ open_minute, close_minute }) =>
            event(`date-${date}-${open_minute}`, name, window(date, open_minute, close_minute)),
          ),
    ),
    ...plan.week.flatMap(({ day, open, close }) =>
      event(`week-${day}-${open}`, names.open, [
        ...window(addDays(FIRST_MONDAY, (day + 6) % 7), open, close),
        `RRULE:FREQ=WEEKLY;BYDAY=${BY_DAY[day]}`,
      ]),
    ),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const plain = (date: string): string => date.replaceAll('-', '');

function localTime(date: string, minute: number): string {
  const day = addDays(date, Math.floor(minute / DAY_MINUTES));
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${plain(day)}T${two(Math.floor((minute % DAY_MINUTES) / 60))}${two(minute % 60)}00`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

const MAX_OCTETS = 75;

/** Folds a line at 75 octets without splitting a character. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let [part, octets] = ['', 0];
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > MAX_OCTETS) {
      parts.push(part);
      // The leading space of a folded line counts.
      [part, octets] = ['', 1];
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
