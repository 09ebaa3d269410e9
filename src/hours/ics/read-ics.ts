import { addDays, daysBetween } from '#src/format/days.ts';
import { byDate, tidyWindows, type Holiday, type OwnHours } from '#src/hours/model/plan.ts';
import { DAY_MINUTES, tidyWeek, type Span } from '#src/hours/model/week.ts';
import { HOURS_CATEGORY } from './write-ics.ts';

const MAX_DAYS = 31;
const MAX_NAME = 200;

export type RefusedWhy = 'no-date' | 'times' | 'too-long' | 'rule' | 'twice';

export interface RefusedEvent {
  readonly line: number;
  readonly name: string;
  readonly why: RefusedWhy;
}

export interface IcsContent {
  readonly problem: IcsProblem | null;
  readonly holidays: readonly Holiday[];
  readonly ownHours: readonly OwnHours[];
  /** Empty where the file has no weekly hours. */
  readonly week: readonly Span[];
  readonly refused: readonly RefusedEvent[];
}

/**
 * The holidays and hours in a calendar file. Whole days are holidays, one for each day of a longer event, on one date or every
 * year. Events that repeat in another way are refused.
 */
export function readIcs(text: string): IcsContent {
  const { events, problem } = readEvents(text);
  const holidays = new Map<string, Holiday>();
  const own = new Map<string, OwnHours>();
  const week: Span[] = [];
  const refused: RefusedEvent[] = [];
  for (const event of events) {
    const name = nameOf(event);
    const refuse = (why: RefusedWhy): void => void refused.push({ line: event.line, name, why });
    if (isOpeningHours(event)) {
      const hours = readHours(event);
      if (hours === null) refuse('no-date');
      else if (hours.span !== null) week.push(hours.span);
      else {
        const windows = [...(own.get(hours.date)?.windows ?? []), ...hours.windows];
        own.set(hours.date, { date: hours.date, name, windows: tidyWindows(windows) });
      }
      continue;
    }
    const days = readDays(event);
    if (typeof days === 'string') {
      refuse(days);
      continue;
    }
    for (const { date, recurring } of days) {
      if (holidays.has(date)) refuse('twice');
      else
        holidays.set(date, { date, name, recurring, active: valueOf(event, 'STATUS')?.toUpperCase() !== 'CANCELLED' });
    }
  }
  return {
    problem,
    holidays: [...holidays.values()].toSorted(byDate),
    ownHours: [...own.values()].toSorted(byDate),
    week: tidyWeek(week).week,
    refused,
  };
}

interface DayOfEvent {
  readonly date: string;
  readonly recurring: boolean;
}

function readDays(event: IcsEvent): readonly DayOfEvent[] | RefusedWhy {
  const start = momentOf(lineOf(event, 'DTSTART'));
  if (start === null) return 'no-date';
  const length = daysOf(event, start);
  if (length === null) return 'times';
  if (length > MAX_DAYS) return 'too-long';
  const rule = valueOf(event, 'RRULE');
  const recurring = rule !== undefined;
  if ((recurring && !isEveryYear(rule, start.date)) || EXCEPTIONS.some((name) => lineOf(event, name) !== undefined))
    return 'rule';
  return Array.from({ length }, (_, index) => ({ date: addDays(start.date, index), recurring }));
}

/** Dates that are added to a rule, left out of it or moved. */
const EXCEPTIONS = ['RDATE', 'EXDATE', 'RECURRENCE-ID'];

/** Whether a rule (RRULE of RFC 5545) says "every year on this date" and no more. */
function isEveryYear(rule: string, date: string): boolean {
  const expected: Readonly<Record<string, number>> = {
    INTERVAL: 1,
    BYMONTH: Number(date.slice(5, 7)),
    BYMONTHDAY: Number(date.slice(8)),
  };
  const parts = new Map(
    rule
      .toUpperCase()
      .split(';')
      .filter((part) => part !== '' && !part.startsWith('WKST='))
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.split('=');
        return [name, value];
      }),
  );
  if (parts.get('FREQ') !== 'YEARLY') return false;
  return [...parts].every(([name, value]) => name === 'FREQ' || Number(value) === expected[name]);
}

/** How many whole days an event takes; null if it begins or ends within a day. */
function daysOf(event: IcsEvent, start: Moment): number | null {
  const end = momentOf(lineOf(event, 'DTEND'));
  const duration = /^P(?:([0-9]{1,3})W)?(?:([0-9]{1,3})D)?$/i.exec(valueOf(event, 'DURATION') ?? '');
  if (start.minute !== null && start.minute !== 0) return null;
  if (duration !== null) return Math.max(1, Number(duration[1] ?? 0) * 7 + Number(duration[2] ?? 0));
  if (end === null) return start.minute === null ? 1 : null;
  if (end.minute !== null && end.minute !== 0) return null;
  const days = daysBetween(start.date, end.date);
  // Some programs write the same day as the end.
  return days === 0 && start.minute === null ? 1 : days > 0 ? days : null;
}

type HoursOfEvent =
  | { readonly span: Span }
  | { readonly span: null; readonly date: string; readonly windows: OwnHours['windows'] };

function readHours(event: IcsEvent): HoursOfEvent | null {
  const start = momentOf(lineOf(event, 'DTSTART'));
  const end = momentOf(lineOf(event, 'DTEND'));
  if (start === null) return null;
  // A whole day without times is a closed date.
  if (start.minute === null) return { span: null, date: start.date, windows: [] };
  if (end?.minute === undefined || end.minute === null) return null;
  const close = daysBetween(start.date, end.date) * DAY_MINUTES + end.minute;
  if (close <= start.minute || close >= start.minute + DAY_MINUTES + (start.minute === 0 ? 1 : 0)) return null;
  if (valueOf(event, 'RRULE') !== undefined) {
    const day = new Date(`${start.date}T00:00:00Z`).getUTCDay();
    return { span: { day, open: start.minute, close } };
  }
  return close > DAY_MINUTES
    ? null
    : { span: null, date: start.date, windows: [{ open_minute: start.minute, close_minute: close }] };
}

interface Moment {
  readonly date: string;
  /** Null for a whole day. */
  readonly minute: number | null;
}

function momentOf(line: IcsLine | undefined): Moment | null {
  const [, year, month, day, hour, minute] =
    /^([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{2})([0-9]{2})[0-9]{2}Z?)?$/.exec(line?.value.trim() ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date || year === '0000') return null;
  return { date, minute: hour === undefined ? null : Number(hour) * 60 + Number(minute) };
}

function nameOf(event: IcsEvent): string {
  const name = unescapeText(valueOf(event, 'SUMMARY') ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...name].slice(0, MAX_NAME).join('');
}

function isOpeningHours(event: IcsEvent): boolean {
  return (valueOf(event, 'CATEGORIES') ?? '').toUpperCase().split(',').includes(HOURS_CATEGORY);
}

function lineOf(event: IcsEvent, name: string): IcsLine | undefined {
  return event.lines.find((line) => line.name === name);
}

function valueOf(event: IcsEvent, name: string): string | undefined {
  return lineOf(event, name)?.value.trim();
}

/** A content line of RFC 5545: `DTSTART;VALUE=DATE:20261225`. Names are in capitals. */
interface IcsLine {
  readonly name: string;
  readonly value: string;
  /** The line of the file, from 1. */
  readonly line: number;
}

interface IcsEvent {
  /** Line of the file at which it begins. */
  readonly line: number;
  readonly lines: readonly IcsLine[];
}

type IcsProblem = 'empty' | 'no-calendar' | 'cut';

/** The events of a file, without parts inside an event such as an alarm. */
function readEvents(text: string): {
  readonly events: readonly IcsEvent[];
  readonly problem: IcsProblem | null;
} {
  if (text.trim() === '') return { events: [], problem: 'empty' };
  const events: IcsEvent[] = [];
  const open: string[] = [];
  let isCalendar = false;
  let event: { line: number; lines: IcsLine[] } | null = null;
  for (const line of unfold(text)) {
    const parsed = parseLine(line);
    if (parsed === null) continue;
    const part = parsed.value.trim().toUpperCase();
    if (parsed.name === 'BEGIN') {
      open.push(part);
      if (part === 'VCALENDAR') isCalendar = true;
      else if (part === 'VEVENT') event = { line: parsed.line, lines: [] };
    } else if (parsed.name === 'END') {
      if (open.at(-1) === part) open.pop();
      if (part === 'VEVENT' && event !== null) {
        events.push(event);
        event = null;
      }
    } else if (open.at(-1) === 'VEVENT') event?.lines.push(parsed);
  }
  if (!isCalendar) return { events: [], problem: 'no-calendar' };
  return { events, problem: open.length > 0 ? 'cut' : null };
}

function unfold(text: string): readonly { readonly text: string; readonly line: number }[] {
  const unfolded: { text: string; line: number }[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const last = unfolded.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) last.text += line.slice(1);
    else if (line !== '') unfolded.push({ text: line, line: index + 1 });
  }
  return unfolded;
}

function parseLine({ text, line }: { readonly text: string; readonly line: number }): IcsLine | null {
  const name = /^[A-Za-z0-9-]+/.exec(text)?.[0];
  if (name === undefined) return null;
  let rest = text.slice(name.length);
  for (;;) {
    const param = /^;([A-Za-z0-9-]+)=("[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*/.exec(rest);
    if (param === null) break;
    rest = rest.slice(param[0].length);
  }
  return rest.startsWith(':') ? { name: name.toUpperCase(), value: rest.slice(1), line } : null;
}

/** The text of an escaped value. */
function unescapeText(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_, what: string) => (what.toLowerCase() === 'n' ? '\n' : what));
}
