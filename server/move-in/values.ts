/** Reading of values whose types are unknown. Nothing here throws: what has another type counts as absent. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object's value, or an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text, a number or an id as text without blanks around it; null if there is none. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

/** The first of the values that is a text. */
export function firstText(...values: readonly unknown[]): string | null {
  for (const value of values) {
    const text = textOf(value);
    if (text !== null) return text;
  }
  return null;
}

/** The values of a field, each as text; none for an empty one or an unticked box. */
export function valuesOf(value: unknown): string[] {
  if (value === true) return ['true'];
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  const text = textOf(value);
  return text === null ? [] : [text];
}

/** True, or a text that says so, as XML has it. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The order of the numbers in a date with slashes or dots, such as 31/01/2024; `ymd` refuses one that does not begin with the year. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy';

const DATE_TIME =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i;
/** Seconds since 1970 have fewer digits than milliseconds until the year 5138. */
const LARGEST_SECONDS = 100_000_000_000;

/**
 * A time as ISO text in UTC: from seconds or milliseconds since 1970, or from a date that begins with the year or has the
 * given order. A time without a zone is taken for UTC. A text that is no time is returned as it is, so that its row fails
 * by name; null for no value.
 */
export function timeOf(value: unknown, order: DateOrder = 'ymd'): string | null {
  const text = textOf(value);
  if (text === null) return null;
  if (/^\d{9,13}$/.test(text)) {
    const number = Number(text);
    return new Date(number < LARGEST_SECONDS ? number * 1_000 : number).toISOString();
  }
  const found = DATE_TIME.exec(text);
  if (found === null) return text;
  const [
    ,
    first = '',
    second = '',
    third = '',
    hours = '0',
    minutes = '00',
    seconds = '00',
    fraction = '0',
    zone = 'Z',
  ] = found;
  if (first.length !== 4 && order === 'ymd') return text;
  const [year, month, day] =
    first.length === 4 ? [first, second, third] : order === 'mdy' ? [third, first, second] : [third, second, first];
  if (year.length !== 4) return text;
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^(...):?(..)$/, '$1:$2');
  const pad = (part: string) => part.padStart(2, '0');
  const iso = `${year}-${pad(month)}-${pad(day)}T${pad(hours)}:${minutes}:${seconds}.${fraction.slice(0, 3)}${offset}`;
  const time = Date.parse(iso);
  // Date.parse takes 31 February for 2 or 3 March.
  const isDay = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return Number.isNaN(time) || !isDay ? text : new Date(time).toISOString();
}

/** Whether a text is a time as `timeOf` writes it, and not one that it could not read. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);
}
