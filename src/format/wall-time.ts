/** Date and time as a clock on the wall shows them, without saying where the wall is. */
export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** What the clocks of a zone show at an instant (ms since 1970). An unknown zone counts as UTC. */
export function wallTimeOf(ms: number, zone: string): WallTime {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

/**
 * The instant (ms since 1970) at which the clocks of a zone show this. A time that the clocks leap over is taken as
 * so much later; of two that look the same, the first. Days and months beyond their range run on into the next.
 */
export function instantOf({ year, month, day, hour, minute }: WallTime, zone: string): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  // The offset before and after any change of clocks within a day.
  const candidates = [-86_400_000, 86_400_000].map((shift) => asUtc - offsetAt(asUtc + shift, zone));
  const exact = candidates.filter((ms) => ms + offsetAt(ms, zone) === asUtc);
  return exact.length > 0 ? Math.min(...exact) : asUtc - offsetAt(asUtc - 86_400_000, zone);
}

/** What the zone's clocks are ahead of UTC, in ms. */
function offsetAt(ms: number, zone: string): number {
  const { year, month, day, hour, minute } = wallTimeOf(ms, zone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / 60_000) * 60_000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = makeFormatter(zone);
  formatters.set(zone, made);
  return made;
}

function makeFormatter(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
  } catch {
    return formatterOf('UTC');
  }
}
