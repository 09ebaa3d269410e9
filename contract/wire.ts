import type { Operation, Query } from './operation.ts';

// No schema is needed to send a call or to read an error, so this file brings none along.

/**
 * The text behind `?`, resource first: lists joined by commas, true as 1, whatever is undefined left out.
 * @param query Values as the service reads them; what is left out takes the documented default.
 */
export function toSearch<Row extends Operation>(
  row: Pick<Row, 'resource'> & Pick<Operation, 'when'>,
  query: Partial<Query<Row>>,
): string {
  let search = `resource=${row.resource}`;
  if (row.when?.in === 'query') search += `&${row.when.name}=${row.when.value}`;
  for (const [name, value] of Object.entries<unknown>(query)) {
    const text = toText(value);
    if (text !== '') search += `&${name}=${encodeURIComponent(text).replaceAll('%2C', ',')}`;
  }
  return search;
}

/** The body as it is sent: with the field that means this row, where several share resource and method. */
export function toBody({ when }: Pick<Operation, 'resource' | 'when'>, body: object): object {
  return when?.in === 'body' ? { [when.name]: when.value, ...body } : body;
}

/** An empty text counts as absent on the other side, so it is not sent. */
function toText(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  return value === true ? '1' : String(value);
}

export interface WireError {
  /** Null where the status alone has to say it. */
  readonly code: string | null;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly current?: unknown;
}

/** Reads an error answer; null when it is not the error envelope of this API. */
export function readError(status: number, json: unknown): WireError | null {
  const error = isObject(json) ? json['error'] : undefined;
  if (!isObject(error)) return null;
  const { code, message, fields, current } = error;
  return {
    code: typeof code === 'string' ? code : null,
    message: typeof message === 'string' ? message : `status ${status}`,
    ...(isObject(fields) ? { fields: textsOf(fields) } : {}),
    ...(current === undefined ? {} : { current }),
  };
}

function textsOf(fields: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') texts[name] = value;
  return texts;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
