import * as z from 'zod/mini';
import { FieldErrors, fieldError } from '#server/operation/field-errors.ts';

/** The decoded parameters of a URL. Repeated and undecodable ones are listed separately. */
export interface RawQuery {
  readonly values: Map<string, string>;
  readonly repeated: ReadonlySet<string> | null;
  readonly undecodable: ReadonlySet<string> | null;
}

const NO_PARAMETERS: RawQuery = { values: new Map(), repeated: null, undecodable: null };

/** Hand-written, because a general parser takes longer than the rest of a request. An empty value counts as absent. */
export function splitQuery(url: string): RawQuery {
  const start = url.indexOf('?') + 1;
  if (start === 0 || start === url.length) return NO_PARAMETERS;
  const values = new Map<string, string>();
  const seen = new Set<string>();
  let repeated: Set<string> | null = null;
  let undecodable: Set<string> | null = null;
  for (let at = start; at <= url.length;) {
    let end = url.indexOf('&', at);
    if (end === -1) end = url.length;
    const equals = url.indexOf('=', at);
    const split = equals === -1 || equals > end ? end : equals;
    const name = decode(url.slice(at, split));
    if (name !== null && name !== '') {
      if (seen.has(name)) (repeated ??= new Set()).add(name);
      seen.add(name);
      const value = decode(url.slice(split + 1, end));
      if (value === null) (undecodable ??= new Set()).add(name);
      else if (value !== '') values.set(name, value);
    }
    at = end + 1;
  }
  return { values, repeated, undecodable };
}

/** Null if the decoded text is not well-formed UTF-8. */
function decode(text: string): string | null {
  if (!/[%+\x80-\uffff]/.test(text)) return text;
  if (/[\x80-\uffff]/.test(text)) return null;
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    return null;
  }
}

/** Reads the one parameter that selects the rows. @throws ApiError if it is given twice. */
export function readResource(query: RawQuery): string | undefined {
  checkParameter(query, 'resource');
  return query.values.get('resource');
}

export type QueryReader = (query: RawQuery) => Record<string, unknown>;

/**
 * Builds a reader for a row's query schema: computes defaults once, and parses only the parameters that were sent. Ignores
 * parameters that are not in the schema.
 */
export function queryReader(schema: z.ZodMiniObject): QueryReader {
  const fields = Object.entries(schema._zod.def.shape).map(([name, field]) => ({ name, field }));
  const defaults: Record<string, unknown> = {};
  const required: string[] = [];
  for (const { name, field } of fields) {
    const absent = z.safeParse(field, undefined);
    if (!absent.success) required.push(name);
    else if (absent.data !== undefined) defaults[name] = absent.data;
  }
  // Checks between fields need the whole object parsed; most schemas have none.
  const hasChecks = (schema._zod.def.checks?.length ?? 0) > 0;
  const byName = new Map(fields.map(({ name, field }) => [name, field]));

  /** The fast path for a valid query, since most calls send few of many parameters. Undefined if anything is wrong. */
  const readValid = (query: RawQuery): Record<string, unknown> | undefined => {
    if (hasChecks || query.repeated !== null || query.undecodable !== null) return undefined;
    const result: Record<string, unknown> = { ...defaults };
    for (const [name, value] of query.values) {
      const field = byName.get(name);
      if (field === undefined) continue;
      const parsed = z.safeParse(field, value);
      if (!parsed.success) return undefined;
      result[name] = parsed.data;
    }
    return required.every((name) => name in result) ? result : undefined;
  };

  return (query) => {
    const valid = readValid(query);
    if (valid !== undefined) return valid;
    const result: Record<string, unknown> = { ...defaults };
    const errors = new FieldErrors();
    for (const { name, field } of fields) {
      const isRepeated = query.repeated?.has(name) === true;
      if (isRepeated || query.undecodable?.has(name) === true) {
        errors.add(name, isRepeated ? 'must be given once' : 'must be well-formed UTF-8 in percent encoding');
        continue;
      }
      const value = query.values.get(name);
      if (value === undefined) continue;
      const parsed = z.safeParse(field, value);
      if (parsed.success) result[name] = parsed.data;
      else errors.addIssues(parsed.error.issues, name, value);
    }
    for (const name of required) if (!(name in result)) errors.addMissing(name);
    if (!errors.isEmpty) throw errors.toError();
    if (hasChecks) checkWhole(schema, query, errors);
    return result;
  };
}

function checkWhole(schema: z.ZodMiniObject, query: RawQuery, errors: FieldErrors): void {
  const values = Object.fromEntries(query.values);
  const parsed = z.safeParse(schema, values);
  if (parsed.success) return;
  errors.addIssues(parsed.error.issues, '', values);
  throw errors.toError();
}

/** Checks a selecting parameter, which is read before the others. @throws ApiError bad_field if repeated or undecodable */
export function checkParameter(query: RawQuery, name: string): void {
  if (query.repeated?.has(name) === true) throw fieldError(name, 'must be given once');
  if (query.undecodable?.has(name) === true) {
    throw fieldError(name, 'must be well-formed UTF-8 in percent encoding');
  }
}
