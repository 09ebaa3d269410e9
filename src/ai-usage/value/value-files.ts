import { addDays } from '#src/format/days.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

/** "ai-usage-by-token-2026-10-28-to-2026-11-26-utc.csv": as the files of the usage tab are named. */
export function windowFile(what: string, { from, to }: Pick<DayWindow, 'from' | 'to'>): string {
  return `ai-usage-${what}-${from}-to-${addDays(to, -1)}-utc.csv`;
}
