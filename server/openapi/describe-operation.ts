import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { bodyOf, parametersOf } from './describe-request.ts';
import { describeSchema } from './describe-schema.ts';
import { errorCodesOf } from './error-codes.ts';
import type { JsonSchema } from './json-schema.ts';
import { exampleBody, exampleOf } from './example-values.ts';
import { capitalized } from './model-names.ts';
import type { NamedModels } from './named-models.ts';
import { meaningOf } from './operation-meanings.ts';
import { meaningOfParameter } from './parameters.ts';

const HEADERS = {
  'X-SVC-Request-Id': { $ref: '#/components/headers/RequestId' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** Malformed HTTP, a resource in the query beside that of the path, and headers over 16 KiB, whatever is called. */
const ALWAYS: readonly ErrorCode[] = ['bad_request', 'bad_field', 'header_too_large'];

/** The rows of one method of a resource. */
export type Rows = readonly [Operation, ...Operation[]];

/**
 * One operation in OpenAPI's form.
 * @param alias The name under which it is listed, if that is not the resource.
 * @param models Large schemas, which are referred to.
 */
export function describeOperation(rows: Rows, alias: string | null, models: NamedModels): object {
  const [row, ...others] = rows;
  const selected = row.when === undefined ? others : rows;
  const notes = [
    row.when === undefined ? meaningOf(row) : '',
    row.scope === 'any' ? 'Any valid token may call it.' : `Needs the scope \`${row.scope}\`.`,
    row.extension === null ? '' : `Belongs to the extension \`${row.extension}\`.`,
    alias === null ? '' : `\`${alias}\` is another name for \`${row.resource}\`.`,
    row.aliases.length > 0 && alias === null
      ? `Also called ${row.aliases.map((name) => `\`${name}\``).join(', ')}.`
      : '',
    ...selected.map((one) => `With \`${one.when?.name}\` = \`${one.when?.value}\`: ${meaningOf(one)}`),
  ];
  const name = row.when === undefined ? row.name : `get${capitalized(row.resource)}`;
  return {
    operationId: alias === null ? name : `${name}As${capitalized(alias)}`,
    summary: titleOf({ name }),
    description: notes.filter((note) => note !== '').join(' '),
    tags: [row.resource],
    security: [{ bearer: row.scope === 'any' ? [] : [row.scope] }],
    parameters: parametersOfAll(rows),
    ...requestBody(rows, models),
    responses: { '200': success(rows, models), ...failures(rows) },
    ...(row.extension === null ? {} : { 'x-extension': row.extension }),
    ...(row.touches.length === 0 ? {} : { 'x-touches': row.touches }),
  };
}

/** The parameters of all rows, each once and with an example. */
function parametersOfAll(rows: Rows): object[] {
  const byName = Map.groupBy(
    rows.flatMap((row) => parametersOf(row).map((parameter) => ({ row, parameter }))),
    ({ parameter }) => parameter.name,
  );
  return [...byName].map(([name, uses]) => {
    const [first] = uses;
    const isSelector = rows.some(({ when }) => when?.in === 'query' && when.name === name);
    const schemas = new Map(uses.map(({ parameter }) => [JSON.stringify(parameter.schema), parameter.schema]));
    const [schema = {}, ...more] = joinEnums([...schemas.values()]);
    const partly = uses.map(({ row }) => row.when?.value ?? 'none of them').join(', ');
    const selector = rows.find(({ when }) => when?.in === 'query')?.when?.name;
    const note = isSelector || uses.length === rows.length ? '' : `With \`${selector}\` = ${partly}.`;
    const meanings = new Set(
      uses.flatMap(({ row, parameter }) => [meaningOfParameter(row, name)?.text ?? '', parameter.description ?? '']),
    );
    return {
      ...first?.parameter,
      required: uses.length === rows.length && uses.every(({ parameter: { required } }) => required),
      schema: more.length === 0 ? schema : { anyOf: [schema, ...more] },
      description: [...meanings, note].filter((text) => text !== '').join(' '),
      example: exampleOf(schema, name),
    };
  });
}

/** One enumeration instead of several: values that occur twice are two members of one name to a generator. */
function joinEnums(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  const [first] = schemas;
  if (first === undefined || schemas.some((schema) => schema.enum === undefined)) return schemas;
  return [{ ...first, enum: [...new Set(schemas.flatMap((schema) => schema.enum ?? []))] }];
}

/** `listApiTokens` as words. */
export function titleOf({ name }: Pick<Operation, 'name'>): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function requestBody(rows: Rows, models: NamedModels): object {
  const [row] = rows;
  if (row.media !== undefined) {
    const example = 'channel,external_user_id,email\nsms,+34600100200,ana@example.org\n';
    // Generators send a file as it is, but may write any other text as JSON.
    const schema = { type: 'string', format: 'binary' };
    return { requestBody: { required: true, content: { [row.media]: { schema, example } } } };
  }
  const bodies = rows.flatMap((one) => bodyOf(one) ?? []);
  const [first] = bodies;
  if (first === undefined) return {};
  const refs = bodies.map((body) => models.refer(body));
  const schema = refs.length === 1 ? refs[0] : { oneOf: refs };
  // A call without a body is read as one with an empty object.
  const required = bodies.every((body) => body.required !== undefined || body.minProperties !== undefined);
  return {
    requestBody: { required, content: { 'application/json': { schema, example: exampleBody(row, first) } } },
  };
}

function success(rows: Rows, models: NamedModels): object {
  const [row] = rows;
  const replies = rows.map(({ reply }) => describeSchema(reply, 'reply'));
  const [only = {}, ...more] = replies.map((reply) => models.refer(reply));
  const isEnvelope = row.shape === 'envelope';
  const given = exampleOf(replies[0] ?? {});
  // A reply can match several of them: a page without its count is also one whose count is null.
  const data = more.length === 0 ? only : { anyOf: [only, ...more] };
  const envelope = {
    type: 'object',
    properties: { ok: { type: 'boolean', enum: [true], description: 'Always true in a success.' }, data },
    required: ['ok', 'data'],
  };
  return {
    description: isEnvelope ? 'What you asked for, in `data`.' : 'What you asked for, at the top level.',
    headers: HEADERS,
    content: {
      'application/json': {
        schema: isEnvelope ? envelope : data,
        example: isEnvelope ? { ok: true, data: given } : given,
      },
      ...(row.csv === null ? {} : { 'text/csv': csvOf(row.csv.columns) }),
    },
  };
}

function csvOf(columns: readonly string[]): object {
  const schema = { type: 'string', description: `Columns: ${columns.join(', ')}` };
  return { schema, example: `${columns.join(',')}\r\n` };
}

function failures(rows: Rows): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  const codes = [...ALWAYS, ...rows.flatMap(errorCodesOf)].toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]);
  for (const code of new Set(codes)) {
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
        schema: { $ref: '#/components/schemas/Error' },
        example: { ok: false, error: { code: codes[0], message: 'What is wrong, in English' } },
      },
    },
  };
}
