import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { describeField, describeSchema, isRequired } from './describe-schema.ts';
import { errorCodesOf } from './error-codes.ts';
import type { JsonSchema } from './json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** A list is comma-separated. */
  readonly style?: 'form';
  readonly explode?: false;
  readonly description?: string;
}

const HEADERS = {
  'X-SVC-Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** A row, with the rows that only the body distinguishes from it. */
export type Rows = readonly [Operation, ...Operation[]];

/**
 * One operation in OpenAPI's form.
 * @param alias The name under which it is listed, if that is not the resource.
 */
export function describeOperation(rows: Rows, alias: string | null): object {
  const [row, ...others] = rows;
  const notes = [
    row.scope === 'any' ? 'Any valid token may call it.' : `Needs the scope \`${row.scope}\`.`,
    row.extension === null ? '' : `Belongs to the extension \`${row.extension}\`.`,
    alias === null ? '' : `\`${alias}\` is another name for \`${row.resource}\`.`,
    row.aliases.length > 0 && alias === null
      ? `Also called ${row.aliases.map((name) => `\`${name}\``).join(', ')}.`
      : '',
    ...others.map((other) => `With \`${other.when?.name}: ${other.when?.value}\`: ${titleOf(other)}.`),
  ];
  return {
    operationId: alias === null ? row.name : `${row.name}_as_${alias}`,
    summary: titleOf(row),
    description: notes.filter((note) => note !== '').join(' '),
    tags: [row.resource],
    security: [{ bearer: row.scope === 'any' ? [] : [row.scope] }],
    parameters: parametersOf(row),
    ...requestBody(rows),
    responses: { '200': success(rows), ...failures(rows) },
    ...(row.extension === null ? {} : { 'x-extension': row.extension }),
    ...(row.touches.length === 0 ? {} : { 'x-touches': row.touches }),
  };
}

/** `listApiTokens` as words. */
export function titleOf({ name }: Pick<Operation, 'name'>): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** All parameters except `resource`, which is part of the path. */
export function parametersOf(row: Operation): Parameter[] {
  const choice = row.when?.in === 'query' ? [parameterOf(row.when)] : [];
  const own = Object.entries(row.query.shape).map(([name, field]): Parameter => {
    const { description, ...schema } = describeField(field, 'request');
    return {
      name,
      in: 'query',
      required: isRequired(field, 'request'),
      schema,
      ...(schema.type === 'array' ? { style: 'form' as const, explode: false as const } : {}),
      ...(description === undefined ? {} : { description }),
    };
  });
  const parameters = [...choice, ...own];
  if (row.keyed) {
    const description = 'A call with the same key and body within 24 hours gets the first answer again.';
    const schema = { type: 'string', minLength: 1, maxLength: 100 };
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema, description });
  }
  return parameters;
}

/** The parameter that selects this row of its method. */
function parameterOf({ name, value }: NonNullable<Operation['when']>): Parameter {
  return { name, in: 'query', required: true, schema: { type: 'string', enum: [value] } };
}

/** The body, with the field that selects this row of its method; null if there is no body. */
export function bodyOf(row: Operation): JsonSchema | null {
  if (row.body === null) return null;
  const body = describeSchema(row.body, 'request');
  if (row.when?.in !== 'body') return body;
  const { name, value } = row.when;
  const choice: JsonSchema = { type: 'string', enum: [value] };
  return { ...body, required: [name, ...(body.required ?? [])], properties: { [name]: choice, ...body.properties } };
}

function requestBody(rows: Rows): object {
  const [row] = rows;
  if (row.media !== undefined) {
    return { requestBody: { required: true, content: { [row.media]: { schema: { type: 'string' } } } } };
  }
  const bodies = rows.flatMap((one) => bodyOf(one) ?? []);
  if (bodies.length === 0) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: oneOf(bodies) } } } };
}

function oneOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas;
  return only !== undefined && schemas.length === 1 ? only : { oneOf: schemas };
}

function success(rows: Rows): object {
  const [row] = rows;
  const data = oneOf(rows.map(({ reply }) => describeSchema(reply, 'reply')));
  const envelope = {
    type: 'object',
    properties: { ok: { type: 'boolean', enum: [true] }, data },
    required: ['ok', 'data'],
  };
  return {
    description: row.shape === 'envelope' ? 'What you asked for, in `data`.' : 'What you asked for, at the top level.',
    headers: HEADERS,
    content: {
      'application/json': { schema: row.shape === 'envelope' ? envelope : data },
      ...(row.csv === null
        ? {}
        : { 'text/csv': { schema: { type: 'string', description: `Columns: ${row.csv.columns.join(', ')}` } } }),
    },
  };
}

function failures(rows: Rows): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(rows.flatMap(errorCodesOf))) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), failure(status, codes)]));
}

function failure(status: number, codes: readonly ErrorCode[]): object {
  // Without a valid token there is no rate limit to report.
  const { 'X-SVC-Request-Id': requestId, ...allowance } = HEADERS;
  const retry = status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {};
  const challenge =
    status === 401 || status === 403 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {};
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: { 'X-SVC-Request-Id': requestId, ...(status === 401 ? {} : allowance), ...retry, ...challenge },
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { properties: { error: { properties: { code: { enum: [...codes] } } } } },
          ],
        },
      },
    },
  };
}
