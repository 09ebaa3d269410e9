const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(zone, made);
  return made;
}

/** Day and time that clocks show in a zone, as numbers that sort: `2026-11-20` and `14:32:05`. */
interface WallTime {
  readonly day: string;
  readonly time: string;
}

/** What clocks in `zone` show at an instant; null when the text is none. */
export function wallTimeOf(iso: string, zone: string): WallTime | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  const found: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(date)) found[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = found;
  return { day: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${second}` };
}

/**
 * The instant at which clocks in `zone` show that day and time (`14:32` or `14:32:05`). An hour that clocks skip is read
 * as the one after it, an hour that comes twice as the first. Null when day or time do not exist.
 */
export function instantAt({ day, time }: WallTime, zone: string): string | null {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day) || !/^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/.test(time))
    return null;
  const wanted = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(wanted) || new Date(wanted).toISOString().slice(0, 10) !== day) return null;
  const hits = [-24, 24].map((hours) => wanted - offsetAt(wanted + hours * 3_600_000, zone)).toSorted((a, b) => a - b);
  const exact = hits.find((at) => at + offsetAt(at, zone) === wanted);
  return new Date(exact ?? Math.max(...hits)).toISOString();
}

/** The day `days` later in the calendar. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** ms that clocks in the zone are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const wall = wallTimeOf(new Date(at).toISOString(), zone);
  return wall === null ? 0 : Date.parse(`${wall.day}T${wall.time}Z`) - Math.floor(at / 1000) * 1000;
}
