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
  /** A list is written with commas. */
  readonly style?: 'form';
  readonly explode?: false;
  readonly description?: string;
}

const HEADERS = {
  'X-SVC-Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** One operation as OpenAPI has it. @param alias The name under which it is listed, where that is not the resource. */
export function describeOperation(row: Operation, alias: string | null): object {
  const notes = [
    row.scope === 'any' ? 'Any valid token may call it.' : `Needs the scope \`${row.scope}\`.`,
    row.extension === null ? '' : `Belongs to the extension \`${row.extension}\`.`,
    alias === null ? '' : `\`${alias}\` is another name for \`${row.resource}\`.`,
    row.aliases.length > 0 && alias === null
      ? `Also called ${row.aliases.map((name) => `\`${name}\``).join(', ')}.`
      : '',
  ];
  return {
    operationId: alias === null ? row.name : `${row.name}_as_${alias}`,
    summary: titleOf(row),
    description: notes.filter((note) => note !== '').join(' '),
    tags: [row.resource],
    security: [{ bearer: row.scope === 'any' ? [] : [row.scope] }],
    parameters: parametersOf(row),
    ...requestBody(row),
    responses: { '200': success(row), ...failures(row) },
    ...(row.extension === null ? {} : { 'x-extension': row.extension }),
    ...(row.touches.length === 0 ? {} : { 'x-touches': row.touches }),
  };
}

/** `listApiTokens` as words. */
export function titleOf({ name }: Pick<Operation, 'name'>): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Beside `resource`, which stands in the path. */
export function parametersOf(row: Operation): Parameter[] {
  const parameters = Object.entries(row.query.shape).map(([name, field]): Parameter => {
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
  if (row.keyed) {
    const description = 'A call with the same key and body within 24 hours gets the first answer again.';
    const schema = { type: 'string', minLength: 1, maxLength: 100 };
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema, description });
  }
  return parameters;
}

function requestBody(row: Operation): object {
  if (row.media !== undefined) {
    return { requestBody: { required: true, content: { [row.media]: { schema: { type: 'string' } } } } };
  }
  if (row.body === null) return {};
  const schema = describeSchema(row.body, 'request');
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function success(row: Operation): object {
  const data = describeSchema(row.reply, 'reply');
  const envelope = {
    type: 'object',
    properties: { ok: { type: 'boolean', enum: [true] }, data },
    required: ['ok', 'data'],
  };
  return {
    description: row.shape === 'envelope' ? 'What was asked for, in `data`.' : 'What was asked for, at the top level.',
    headers: HEADERS,
    content: {
      'application/json': { schema: row.shape === 'envelope' ? envelope : data },
      ...(row.csv === null
        ? {}
        : { 'text/csv': { schema: { type: 'string', description: `Columns: ${row.csv.columns.join(', ')}` } } }),
    },
  };
}

function failures(row: Operation): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(row)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), failure(status, codes)]));
}

function failure(status: number, codes: readonly ErrorCode[]): object {
  // Without a token that is good there is no allowance to report.
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
