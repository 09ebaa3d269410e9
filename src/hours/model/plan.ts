import type { BusinessCalendar } from '#contract/calendar.ts';
import {
  MAX_CALENDAR_DATES,
  MAX_DATE_WINDOWS,
  MAX_WEEK_WINDOWS,
  type updateBusinessCalendar,
} from '#contract/calendar-write.ts';
import type { Body } from '#contract/operation.ts';
import type { Calendar, DayWindow } from '#src/format/business-hours.ts';
import { splitWeek, tidyWeek, type Span } from './week.ts';

export interface Holiday {
  readonly date: string;
  readonly name: string;
  /** On this day of every year. */
  readonly recurring: boolean;
  readonly active: boolean;
}

/** A date that replaces the week, and a holiday, by hours of its own; without a window it is closed. */
export interface OwnHours {
  readonly date: string;
  readonly name: string;
  readonly windows: readonly DayWindow[];
}

/** Everything that this page edits: the grid, the lists and the .ics file show the same plan. Dates are sorted. */
export interface Plan {
  readonly week: readonly Span[];
  readonly holidays: readonly Holiday[];
  readonly ownHours: readonly OwnHours[];
  readonly isOn: boolean;
  readonly zone: string;
}

export type CalendarBody = Body<typeof updateBusinessCalendar>;

export function planOf(calendar: BusinessCalendar): Plan {
  return {
    week: tidyWeek(
      calendar.week.map(({ day_of_week, open_minute, close_minute }) => ({
        day: day_of_week,
        open: open_minute,
        close: close_minute,
      })),
    ).week,
    holidays: calendar.holidays
      .map(({ date, name, recurring = false, active = true }) => ({ date, name, recurring, active }))
      .toSorted(byDate),
    ownHours: (calendar.overrides ?? [])
      .map(({ date, name = '', windows }) => ({ date, name, windows: tidyWindows(windows) }))
      .toSorted(byDate),
    isOn: calendar.flag_on,
    zone: calendar.time_zone,
  };
}

/** The body to send. @param isWhole false: the service changes the week alone */
export function bodyOf(plan: Plan, isWhole: boolean): CalendarBody {
  const week = weekOf(plan.week);
  if (!isWhole) return { week };
  return {
    week,
    holidays: plan.holidays.map(({ date, name, recurring, active }) => ({
      date,
      name,
      ...(recurring ? { recurring } : {}),
      ...(active ? {} : { active }),
    })),
    overrides: plan.ownHours.map(({ date, name, windows }) => ({
      date,
      ...(name === '' ? {} : { name }),
      windows: [...windows],
    })),
    flag_on: plan.isOn,
    time_zone: plan.zone,
  };
}

/** The part of the plan that is too long to be saved, and by how much; null if none is. */
export function findExcess({ week, holidays, ownHours }: Plan): Excess | null {
  const dateWindows = ownHours.reduce((sum, { windows }) => sum + windows.length, 0);
  const excesses: readonly Excess[] = [
    { part: 'week', by: splitWeek(week).length - MAX_WEEK_WINDOWS },
    { part: 'holidays', by: holidays.length - MAX_CALENDAR_DATES },
    { part: 'ownHours', by: ownHours.length - MAX_CALENDAR_DATES },
    { part: 'dateWindows', by: dateWindows - MAX_DATE_WINDOWS },
  ];
  return excesses.find(({ by }) => by > 0) ?? null;
}

interface Excess {
  readonly part: 'week' | 'holidays' | 'ownHours' | 'dateWindows';
  readonly by: number;
}

/** The plan as a calendar of the API. */
export function calendarOf({ week, holidays, ownHours, zone }: Plan): Calendar {
  return { week: weekOf(week), holidays, overrides: ownHours, time_zone: zone };
}

function weekOf(week: readonly Span[]) {
  return splitWeek(week).map(({ day, open, close }) => ({ day_of_week: day, open_minute: open, close_minute: close }));
}

/** Sorts windows and merges those that touch or overlap. */
export function tidyWindows(windows: readonly DayWindow[]): readonly DayWindow[] {
  const tidy: DayWindow[] = [];
  for (const { open_minute, close_minute } of windows.toSorted((a, b) => a.open_minute - b.open_minute)) {
    const last = tidy.at(-1);
    if (last === undefined || last.close_minute < open_minute) tidy.push({ open_minute, close_minute });
    else tidy[tidy.length - 1] = { ...last, close_minute: Math.max(last.close_minute, close_minute) };
  }
  return tidy;
}

export function hasWindow(windows: readonly DayWindow[], { open_minute, close_minute }: DayWindow): boolean {
  return windows.some((one) => one.open_minute === open_minute && one.close_minute === close_minute);
}

export function byDate(a: { readonly date: string }, b: { readonly date: string }): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0;
}

/** The next date of a holiday from today on; null if it is past. 29 February is in leap years only. */
export function nextDateOf({ date, recurring }: Pick<Holiday, 'date' | 'recurring'>, today: string): string | null {
  if (!recurring) return date >= today ? date : null;
  for (let year = Number(today.slice(0, 4)); ; year += 1) {
    const next = `${String(year).padStart(4, '0')}${date.slice(4)}`;
    const isReal = new Date(`${next}T00:00:00Z`).toISOString().startsWith(next);
    if (isReal && next >= today) return next;
  }
}
