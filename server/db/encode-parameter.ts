import { writeJson } from '#contract/json.ts';

/** A parameter in PostgreSQL's text format, or null. The engine infers the type. */
export type Encoded = string | null;

/**
 * Writes a value of a statement in text format. Arrays become PostgreSQL arrays, except those
 * holding plain objects, which become JSON as plain objects do. JSON that may be an empty array needs `json()` of db.ts.
 */
export function encodeParameter(value: unknown): Encoded {
  switch (typeof value) {
    case 'string':
      return value;
    case 'bigint':
    case 'number':
      return String(value);
    case 'boolean':
      return value ? 't' : 'f';
    case 'object':
      return value === null ? null : encodeObject(value);
    default:
      throw new TypeError(`A parameter of a statement is ${typeof value}`);
  }
}

function encodeObject(value: object): string {
  if (Array.isArray(value)) return value.some(isPlain) ? writeJson(value) : encodeArray(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  return writeJson(value);
}

function isPlain(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array)
  );
}

function encodeArray(values: readonly unknown[]): string {
  return `{${values.map(encodeElement).join(',')}}`;
}

function encodeElement(value: unknown): string {
  if (Array.isArray(value)) return encodeArray(value);
  const text = encodeParameter(value);
  if (text === null) return 'NULL';
  return typeof value === 'string' || value instanceof Uint8Array
    ? `"${text.replaceAll(/["\\]/g, '\\$&')}"`
    : `"${text}"`;
}
