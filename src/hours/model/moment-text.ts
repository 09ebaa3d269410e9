import { addDays } from '#src/format/days.ts';
import { dayAndTimeOf, instantOf, isKnownZone, wallTimeOf } from '#src/format/zone-time.ts';
import { parseMinute } from './time-text.ts';
import { DAY_MINUTES } from './week.ts';

export interface Moment {
  readonly ms: number;
  /** The zone that it was meant in: the site's unless one was typed. */
  readonly zone: string;
  /** The time as it was typed, where the clocks leap over it, or show it twice. */
  readonly oddTime: { readonly kind: 'skipped' | 'twice'; readonly typed: string } | null;
}

export type MomentProblem = 'unreadable' | 'no-time' | 'no-date' | 'unknown-zone';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * The instant that somebody asks about: `24 Dec 18:30`, `24.12.2026 9am`, `tomorrow 9`, `Fri 18:00`, `18:30`, `now`, or ISO
 * with or without an offset. A date without a year is the next one.
 */
export function readMoment(text: string, nowMs: number, siteZone: string): Moment | MomentProblem {
  const typed = text.trim();
  const exact = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i.exec(typed);
  if (exact !== null) {
    const ms = Date.parse(typed);
    return Number.isNaN(ms) ? 'unreadable' : { ms, zone: siteZone, oddTime: null };
  }
  const named = /\s+(UTC|GMT|Z|[A-Za-z_]+\/[A-Za-z_/+-]+)$/.exec(typed);
  const zone = named === null ? siteZone : /^(?:GMT|Z)$/.test(named[1] ?? '') ? 'UTC' : (named[1] ?? '');
  if (!isKnownZone(zone)) return 'unknown-zone';
  const words = (named === null ? typed : typed.slice(0, named.index)).toLowerCase().replaceAll(/[,\s]+/g, ' ');
  const at = (ms: number) => dayAndTimeOf(new Date(ms).toISOString(), zone);
  const today = at(nowMs)?.day ?? '';
  if (words === 'now') return { ms: nowMs, zone, oddTime: null };
  const date = readDate(words, today);
  if (date === null) return /[0-9a-z]/.test(words) ? 'unreadable' : 'no-date';
  const time = date.rest.replace(/^(?:t|at)?\s*(?=[0-9])/, '').trim();
  if (time === '') return 'no-time';
  const minute = parseMinute(time.replace(/ (?=[ap]m?$)/, ''));
  if (minute === null) return 'unreadable';
  return momentOf(minute === DAY_MINUTES ? addDays(date.day, 1) : date.day, minute % DAY_MINUTES, zone);
}

function momentOf(day: string, minute: number, zone: string): Moment {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  const wall = wallTimeOf(wanted, 'UTC');
  const ms = instantOf(wall, zone);
  const typed = new Date(wanted).toISOString().slice(11, 16);
  const shows = (instant: number): boolean => {
    const shown = wallTimeOf(instant, zone);
    return shown.day === wall.day && shown.hour === wall.hour && shown.minute === wall.minute;
  };
  if (!shows(ms)) return { ms, zone, oddTime: { kind: 'skipped', typed } };
  const again = [30, 60, 120].some((minutes) => shows(ms + minutes * 60_000));
  return { ms, zone, oddTime: again ? { kind: 'twice', typed } : null };
}

interface ReadDate {
  readonly day: string;
  /** What stands behind the date. */
  readonly rest: string;
}

function readDate(words: string, today: string): ReadDate | null {
  const relative = /^(today|tomorrow|yesterday)\b/.exec(words);
  if (relative !== null) {
    const by = { today: 0, tomorrow: 1, yesterday: -1 }[relative[1] ?? ''] ?? 0;
    return { day: addDays(today, by), rest: words.slice(relative[0].length) };
  }
  const iso = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?=t| |$)/.exec(words);
  if (iso !== null) return dated(words, iso, { year: iso[1], month: Number(iso[2]), day: Number(iso[3]) }, today);
  const dotted = /^([0-9]{1,2})\.([0-9]{1,2})\.(?: ?([0-9]{4})\b)?/.exec(words);
  if (dotted !== null)
    return dated(words, dotted, { year: dotted[3], month: Number(dotted[2]), day: Number(dotted[1]) }, today);
  // "Thu 24 Dec": the date says the day.
  const weekday = /^(sun|mon|tue|wed|thu|fri|sat)[a-z]*\b ?/.exec(words);
  const rest = weekday === null ? words : words.slice(weekday[0].length);
  const dayFirst = /^([0-9]{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3})[a-z]*\b\.?(?: ([0-9]{4})\b(?!:))?/.exec(rest);
  if (dayFirst !== null && MONTHS.includes(dayFirst[2] ?? ''))
    return dated(rest, dayFirst, { year: dayFirst[3], month: monthOf(dayFirst[2]), day: Number(dayFirst[1]) }, today);
  const monthFirst = /^([a-z]{3})[a-z]* ([0-9]{1,2})(?:st|nd|rd|th)?\b(?![:.])(?: ([0-9]{4})\b(?!:))?/.exec(rest);
  if (monthFirst !== null && MONTHS.includes(monthFirst[1] ?? ''))
    return dated(
      rest,
      monthFirst,
      { year: monthFirst[3], month: monthOf(monthFirst[1]), day: Number(monthFirst[2]) },
      today,
    );
  if (weekday !== null) {
    const ahead = (DAYS.indexOf(weekday[1] ?? '') - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
    return { day: addDays(today, ahead), rest };
  }
  return /^[0-9]{1,2}(?:[:.][0-9]{2})? ?(?:[ap]m?)?$/.test(words) ? { day: today, rest: words } : null;
}

const monthOf = (name: string | undefined): number => MONTHS.indexOf(name ?? '') + 1;

interface DateParts {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: number;
}

function dated(words: string, match: RegExpExecArray, { year, month, day }: DateParts, today: string): ReadDate | null {
  const rest = words.slice(match[0].length).trim();
  const two = (n: number): string => String(n).padStart(2, '0');
  const first = Number(year ?? today.slice(0, 4));
  // Without a year it is the next such date; 29 Feb may be years ahead.
  for (let next = first; next <= first + (year === undefined ? 8 : 0); next += 1) {
    const text = `${String(next).padStart(4, '0')}-${two(month)}-${two(day)}`;
    const ms = Date.parse(`${text}T00:00:00Z`);
    const isReal = !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
    if (isReal && (year !== undefined || text >= today)) return { day: text, rest };
  }
  return null;
}
