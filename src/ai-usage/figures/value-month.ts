import { addDays, daysBetween, type UsageWindow } from '#src/ai-usage/usage-window.ts';

/** A calendar month of UTC days, as `2026-10`; null where the text is none. @param today a UTC date */
export function monthWindow(month: string, today: string): UsageWindow | null {
  if (!/^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/.test(month)) return null;
  const from = `${month}-01`;
  const to = `${nextMonth(month)}-01`;
  return { from, to, days: daysBetween(from, to), endsToday: to === addDays(today, 1) };
}

/** The last month that is over: `2026-10` on any day of November. */
export function lastMonth(today: string): string {
  return addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
}

export function nextMonth(month: string): string {
  return addDays(`${month}-01`, 31).slice(0, 7);
}

export function previousMonth(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7);
}
