import { dayAndTimeOf, instantAt } from '#src/format/zone-time.ts';

export interface Moment {
  readonly ms: number;
  /** The clocks skip this time, or show it twice. */
  readonly clocks: 'skip' | 'twice' | null;
}

/** Minutes by which zones turn back their clocks. */
const TURNS = [30, 60, 120];

/**
 * The instant of a date and a time (`18:30`) in a zone; null if either is incomplete. A time that the clocks skip is taken as
 * much later, one that comes twice as the first.
 */
export function readMoment(day: string, time: string, zone: string): Moment | null {
  const iso = instantAt({ day, time }, zone);
  if (iso === null) return null;
  const ms = Date.parse(iso);
  const isShownAt = (instant: number): boolean => {
    const shown = dayAndTimeOf(new Date(instant).toISOString(), zone);
    return shown?.day === day && shown.time.slice(0, 5) === time.slice(0, 5);
  };
  if (!isShownAt(ms)) return { ms, clocks: 'skip' };
  return { ms, clocks: TURNS.some((minutes) => isShownAt(ms + minutes * 60_000)) ? 'twice' : null };
}
