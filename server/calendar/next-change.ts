import { isWithinHours, windowsOn, type BusinessHours } from './business-hours.ts';
import { offsetAt } from './zone-times.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The next instant at which a site opens or closes, null where that is not within so many days. A clock that is put on or
 * back is an instant at which it may, too.
 */
export function nextHoursChange(hours: BusinessHours, now: Date, days: number): Date | null {
  const isOpen = isWithinHours(hours, now);
  const endMs = now.getTime() + days * DAY_MS;
  for (const atMs of momentsOf(hours, now.getTime(), endMs)) {
    if (atMs > endMs) return null;
    if (atMs > now.getTime() && isWithinHours(hours, new Date(atMs)) !== isOpen) return new Date(atMs);
  }
  return null;
}

/** Each instant at which a window begins or ends and each at which the zone's offset changes, in order. */
function* momentsOf(hours: BusinessHours, fromMs: number, toMs: number): Generator<number> {
  const firstMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
  for (let dayMs = firstMs; dayMs <= toMs; dayMs += DAY_MS) {
    const changeMs = offsetChange(hours.timeZone, dayMs, dayMs + DAY_MS);
    if (changeMs === null) yield* boundsWithin(hours, dayMs, dayMs + DAY_MS);
    else {
      yield* boundsWithin(hours, dayMs, changeMs);
      yield changeMs;
      yield* boundsWithin(hours, changeMs, dayMs + DAY_MS);
    }
  }
}

/** Of a stretch with one offset that is shorter than two days. */
function boundsWithin(hours: BusinessHours, fromMs: number, toMs: number): number[] {
  const offsetMs = offsetAt(hours.timeZone, fromMs);
  const firstDay = Math.floor((fromMs + offsetMs) / DAY_MS) * DAY_MS;
  const bounds: number[] = [];
  for (let localMs = firstDay; localMs < toMs + offsetMs; localMs += DAY_MS) {
    const day = { date: new Date(localMs).toISOString().slice(0, 10), dayOfWeek: new Date(localMs).getUTCDay() };
    for (const { open_minute, close_minute } of windowsOn(hours, day)) {
      for (const minute of [open_minute, close_minute]) bounds.push(localMs + minute * MINUTE_MS - offsetMs);
    }
  }
  return bounds.filter((atMs) => fromMs <= atMs && atMs < toMs).toSorted((a, b) => a - b);
}

/** The first whole minute with the offset of the end; null where there is no change between. */
function offsetChange(timeZone: string, fromMs: number, toMs: number): number | null {
  const offsetMs = offsetAt(timeZone, toMs);
  if (offsetAt(timeZone, fromMs) === offsetMs) return null;
  let [beforeMs, afterMs] = [fromMs, toMs];
  while (afterMs - beforeMs > MINUTE_MS) {
    const middleMs = beforeMs + Math.floor((afterMs - beforeMs) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(timeZone, middleMs) === offsetMs) afterMs = middleMs;
    else beforeMs = middleMs;
  }
  return afterMs;
}
