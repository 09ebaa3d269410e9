const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Date and time as a clock on the wall shows them, without saying where the wall is. */
export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The same as texts that sort: `2026-11-20` and `14:32:05` or `14:32`. */
export interface DayAndTime {
  readonly day: string;
  readonly time: string;
}

const formatterOf = zoneFormatter('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Local date and time of a zone at an instant (ms since 1970). A zone that this browser does not know counts as UTC. */
export function wallTimeOf(ms: number, zone: string): WallTime {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/**
 * The instant (ms since 1970) at which the clocks of a zone show this; of two that look the same, the first. Days and
 * minutes beyond their range run on into the next.
 * @param inGap for a time that the clocks leap over: `later` by as much as they leap, or the `end` of the leap
 */
export function instantOf(wall: WallTime, zone: string, inGap: 'later' | 'end' = 'later'): number {
  const wanted = asUtc(wall);
  // By the offset before and after any change of clocks within a day.
  const candidates = [-DAY_MS, DAY_MS].map((shift) => wanted - offsetAt(wanted + shift, zone));
  const exact = candidates.filter((ms) => ms + offsetAt(ms, zone) === wanted);
  if (exact.length > 0) return Math.min(...exact);
  return inGap === 'later' ? Math.max(...candidates) : endOfGap(wanted, Math.min(...candidates), zone);
}

/** Local date and time of a zone at an instant; null when the text is none. */
export function dayAndTimeOf(iso: string, zone: string): DayAndTime | null {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return null;
  const text = new Date(asUtc(wallTimeOf(ms, zone))).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 19) };
}

/** The instant of a day and a time in a zone, see `instantOf`; null when day or time do not exist. */
export function instantAt({ day, time }: DayAndTime, zone: string): string | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) || !/^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/.test(time))
    return null;
  const wanted = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(wanted) || new Date(wanted).toISOString().slice(0, 10) !== day) return null;
  return new Date(instantOf(wallTimeOf(wanted, 'UTC'), zone)).toISOString();
}

export function isKnownZone(zone: string): boolean {
  return zone === 'UTC' || formatterOf(zone) !== formatterOf('UTC');
}

/** ms that the zone's clocks are ahead of UTC. */
export function offsetAt(ms: number, zone: string): number {
  return asUtc(wallTimeOf(ms, zone)) - Math.floor(ms / 1000) * 1000;
}

/** As if the clocks were those of UTC. */
function asUtc({ year, month, day, hour, minute, second }: WallTime): number {
  // Not by Date.UTC, which takes the years 0 to 99 for those of a century ago.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

/** The first minute after `from` at which the clocks are past what they leap over, by halves. */
function endOfGap(wanted: number, from: number, zone: string): number {
  let [before, after] = [from, from + DAY_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (middle + offsetAt(middle, zone) >= wanted) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * Formats times in a zone, made once for each; an unknown zone counts as UTC. 'en-US' for digits that a program reads.
 */
export function zoneFormatter(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): (zone: string) => Intl.DateTimeFormat {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  const make = (timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
    });
  const formatterOf = (zone: string): Intl.DateTimeFormat => {
    let known = formatters.get(zone);
    if (known === undefined) {
      try {
        known = make(zone);
      } catch {
        known = formatterOf('UTC');
      }
      formatters.set(zone, known);
    }
    return known;
  };
  return formatterOf;
}
