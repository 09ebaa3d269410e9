import { clockChange } from '#src/format/business-hours.ts';
import { instantOf, offsetAt, wallTimeOf } from '#src/format/zone-time.ts';

/** A day on which the clocks of a zone are changed: local minutes that do not exist, or exist twice. */
export interface ClockDay {
  readonly kind: 'skipped' | 'twice';
  readonly from: number;
  readonly to: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The instant at which a date begins in a zone. */
export function startOfDay(date: string, zone: string): number {
  return instantOf(wallTimeOf(Date.parse(`${date}T00:00:00Z`), 'UTC'), zone, 'end');
}

/** The change of clocks on a date; null if there is none. */
export function clockDay(date: string, zone: string): ClockDay | null {
  const start = startOfDay(date, zone);
  const at = clockChange(zone, start - MINUTE_MS, start + DAY_MS - MINUTE_MS);
  if (at === null) return null;
  const by = (offsetAt(at, zone) - offsetAt(at - MINUTE_MS, zone)) / MINUTE_MS;
  const after = Math.round((at + offsetAt(at, zone) - Date.parse(`${date}T00:00:00Z`)) / MINUTE_MS);
  return by > 0 ? { kind: 'skipped', from: after - by, to: after } : { kind: 'twice', from: after, to: after - by };
}

/** The next date within a year and a bit on which clocks are changed. */
export function nextClockDay(today: string, zone: string): { readonly date: string; readonly day: ClockDay } | null {
  const start = startOfDay(today, zone);
  for (let step = 0; step < 380; step += 20) {
    const at = clockChange(zone, start + step * DAY_MS, start + (step + 20) * DAY_MS);
    if (at === null) continue;
    const date = new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);
    const day = clockDay(date, zone);
    if (day !== null) return { date, day };
  }
  return null;
}
