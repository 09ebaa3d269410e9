import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ERROR_STATUS } from '#contract/errors.ts';
import { INGEST_KINDS } from '#contract/ingest.ts';
import { EXTENSIONS, type Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { describeSchema, isRequired } from './describe-schema.ts';
import { exampleOf } from './example-values.ts';
import type { JsonSchema } from './json-schema.ts';
import { bodyOf, parametersOf } from './describe-request.ts';
import { groupRows } from './build-openapi.ts';
import { NamedModels } from './named-models.ts';
import { meaningOfParameter, PARAMETERS } from './parameters.ts';
import { EXAMPLES } from './properties/examples.ts';
import { isNullable, meaningOf, PROPERTY_TABLES } from './property-meaning.ts';
import { titleOfRow } from '#server/testing/row-example.ts';

interface Described {
  readonly operationId: string;
  readonly security: readonly { readonly bearer: readonly string[] }[];
  readonly description: string;
  readonly parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    schema: JsonSchema;
    description: string;
    example: unknown;
  }[];
  readonly requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> };
  readonly responses: Record<
    string,
    { description: string; content: Record<string, { schema: JsonSchema; example?: unknown }> }
  >;
}
interface Document {
  readonly openapi: string;
  readonly servers: readonly { url: string }[];
  readonly paths: Record<string, Record<string, Described>>;
  readonly webhooks: Record<string, { post: Described }>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
}

const models = new NamedModels();
const ROWS = Object.values<Operation>(OPERATIONS);
let service: TestService;
let text: string;
let document: Document;

beforeAll(async () => {
  service = await startTestService({ config: { publicUrl: 'https://desk.example' } });
  text = (await service.app.inject('/v1/openapi.json')).payload;
  document = JSON.parse(text);
});
afterAll(() => service.close());

const find = ({ method, name, resource }: Operation) =>
  document.paths[`/${resource}`]?.[method.toLowerCase()] ?? expect.fail(`${name} is missing`);

/** The schema itself instead of a reference to it. */
const resolve = (schema: JsonSchema | undefined): JsonSchema | undefined =>
  schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.replace('#/components/schemas/', '')];

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(text));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.servers).toMatchObject([{ url: 'https://desk.example/v1' }]);
});

test('the document is public and has the headers of the API', async () => {
  const { headers, statusCode } = await service.app.inject('/v1/openapi.json');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-svc-request-id']).toMatch(/^req_/);
  expect(headers['cache-control']).toBe('no-store');
  expect((await service.app.inject({ method: 'HEAD', url: '/v1/openapi.json' })).statusCode).toBe(200);
  expect((await service.app.inject({ method: 'POST', url: '/v1/openapi.json' })).statusCode).toBe(404);
});

test('every operation is there under each of its names, and no others', () => {
  const names = groupRows().flatMap(([{ method, resource, aliases }]) =>
    [resource, ...aliases].map((name) => `${method} /${name}`),
  );
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(names.toSorted());
  const ids = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
});

test('every operation and parameter has a description and an example', () => {
  const used = new Set<string>();
  for (const one of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    expect(one.description, one.operationId).not.toBe('');
    const media = [
      ...Object.values(one.requestBody?.content ?? {}),
      ...Object.values(one.responses['200']?.content ?? {}),
    ];
    for (const { example } of media) expect(example, one.operationId).toBeDefined();
    for (const { name, description, example } of one.parameters) {
      expect(description, `${one.operationId} ${name}`).not.toBe('');
      expect(example, `${one.operationId} ${name}`).toBeDefined();
    }
  }
  for (const row of ROWS) for (const { name } of parametersOf(row)) used.add(meaningOfParameter(row, name)?.key ?? '');
  expect(Object.keys(PARAMETERS).filter((name) => !used.has(name))).toEqual([]);
});

/** Every property of a schema and of the schemas in it, with the names around it. */
function* propertiesOf(schema: JsonSchema, path: readonly string[]): Generator<[readonly string[], JsonSchema]> {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  for (const [name, field] of Object.entries(properties)) {
    yield [[...path, name], field];
    yield* propertiesOf(field, [...path, name]);
  }
  const inner = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  for (const part of [items ?? [], ...inner, ...anyOf, ...oneOf].flat()) yield* propertiesOf(part, path);
}

test('every property of every model and event has a description and an example, and no description is left over', () => {
  const used = new Set<string>();
  const models = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    ...propertiesOf(schema, [name]),
  ]);
  for (const [path, field] of models) {
    const meaning = meaningOf(path, field);
    expect(field.description, path.join('.')).toBe(meaning?.text ?? 'a description');
    expect(field.examples, path.join('.')).toHaveLength(1);
    const isAnswered = !/(?:Body|Item)$/.test(path[0] ?? '');
    if (isAnswered && isNullable(field)) expect(field.description, path.join('.')).toMatch(/\bnull\b/i);
    used.add(meaning?.key ?? '');
  }
  expect(models.length).toBeGreaterThan(1_500);
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const schema = post.requestBody?.content['application/json']?.schema ?? {};
    for (const [path, field] of propertiesOf(schema, ['sample'])) {
      expect(field.description, `${type} ${path.join('.')}`).toBeDefined();
      used.add(meaningOf(path, field)?.key ?? '');
    }
  }
  const keys = PROPERTY_TABLES.flatMap((table) => Object.keys(table));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
  const parameters = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap((one) => one.parameters),
  );
  const fields = new Set([...models.map(([path]) => path.at(-1)), ...parameters.map(({ name }) => name)]);
  expect(Object.keys(EXAMPLES).filter((name) => !fields.has(name))).toEqual([]);
});

test('records, bodies and replies are models with a name, and records are referred to', () => {
  const list = resolve(find(OPERATIONS.listCustomerMerges).responses['200']?.content['application/json']?.schema);
  expect(list?.properties?.['data']).toEqual({ $ref: '#/components/schemas/ListCustomerMergesReply' });
  const tickets = document.components.schemas['ListTicketsReply'];
  expect(tickets?.properties?.['items']?.items).toEqual({ $ref: '#/components/schemas/Ticket' });
  expect(document.components.schemas['Ticket']?.properties?.['status']).toMatchObject({
    enum: ['open', 'pending', 'resolved', 'closed'],
    examples: ['open'],
  });
});

test('reports of one resource are one operation with the parameters and replies of all', () => {
  const { operationId, parameters, responses } = find(OPERATIONS.listAiCalls);
  expect(operationId).toBe('getAiReports');
  expect(parameters.find(({ name }) => name === 'report')).toMatchObject({
    required: true,
    schema: { enum: ['usage', 'calls', 'alerts', 'cap_history', 'insights', 'handoffs', 'drafts'] },
  });
  expect(parameters.find(({ name }) => name === 'group_by')?.description).toContain('With `report` = usage');
  expect(responses['200']?.content['application/json']?.schema.properties?.['data']?.anyOf).toHaveLength(7);
});

test('a row selected by a field of the body is one of the bodies and one of the answers of its method', () => {
  const described = find(OPERATIONS.mergeCustomers);
  const bodies = described.requestBody?.content['application/json']?.schema.oneOf;
  expect(bodies?.map((body) => body.$ref)).toEqual([
    '#/components/schemas/MergeCustomersBody',
    '#/components/schemas/UndoCustomerMergeBody',
  ]);
  expect(bodyOf(OPERATIONS.undoCustomerMerge)).toMatchObject({
    required: ['action', 'id'],
    properties: { action: { enum: ['undo'] } },
  });
  const data = described.responses['200']?.content['application/json']?.schema.properties?.['data'];
  expect(data?.anyOf?.map((one) => 'restored' in (resolve(one)?.properties ?? {}))).toEqual([false, true]);
});

test('an item of ingest is one of its kinds, each with its fields', () => {
  const { oneOf = [] } = document.components.schemas['IngestBody']?.properties?.['items']?.items ?? {};
  expect(oneOf.map((one) => resolve(one)?.properties?.['kind']?.enum)).toEqual(INGEST_KINDS.map((kind) => [kind]));
});

test.each(ROWS.map((row) => ({ row, title: titleOfRow(row) })))(
  '$title tells its scope, parameters, body, reply and errors',
  ({ row }) => {
    const described = find(row);
    expect(described.security).toEqual([{ bearer: row.scope === 'any' ? [] : [row.scope] }]);
    const query = new Map(described.parameters.map((parameter) => [parameter.name, parameter]));
    for (const [name, field] of Object.entries(row.query.shape)) {
      const { schema, required } = query.get(name) ?? expect.fail(name);
      if (isRequired(field, 'request') && row.when === undefined) expect(required).toBe(true);
      if (!isRequired(field, 'request')) expect(required).toBe(false);
      expect(schema.type ?? schema.anyOf, `${row.name}.${name}`).toBeDefined();
      const { success, data } = z.safeParse(z.object({ [name]: field }), {});
      if (success && data[name] !== undefined && row.when === undefined) {
        expect((schema.anyOf?.[0] ?? schema).default).toEqual(data[name]);
      }
    }
    expect(query.has('Idempotency-Key')).toBe(row.keyed);
    expect(described.requestBody !== undefined).toBe(row.body !== null || row.media !== undefined);
    const body = described.requestBody?.content['application/json']?.schema;
    if (row.body !== null) {
      const model = resolve(models.refer(bodyOf(row) ?? {}));
      expect([body, ...(body?.oneOf ?? [])].map(resolve)).toContainEqual(model);
      expect(Object.keys(model?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(row.body.shape)));
      expect(model?.additionalProperties).toBe(false);
    }
    const reply = described.responses['200']?.content['application/json']?.schema;
    if (row.shape === 'envelope') expect(reply?.required).toEqual(['ok', 'data']);
    if (row.csv !== null) expect(described.responses['200']?.content['text/csv']).toBeDefined();
    for (const code of row.errors) expect(described.responses[String(ERROR_STATUS[code])]?.description).toContain(code);
    for (const status of ['400', '401', '429', '431', '500', '503']) expect(described.responses[status]).toBeDefined();
  },
);

const isNumberWithin = (described: JsonSchema) => described.maximum !== undefined && described.type !== 'array';
/** Texts that also have a format or an enumeration are tested elsewhere. */
const isTextWithin = (described: JsonSchema) =>
  described.maxLength !== undefined && described.format === undefined && described.enum === undefined;

/** Every part of a request that takes integers or texts within limits, with its description. */
function* boundedParts(schema: z.core.$ZodType, path: string): Generator<[string, z.core.$ZodType, JsonSchema]> {
  const described = describeSchema(schema, 'request');
  if (isNumberWithin(described) || isTextWithin(described)) yield [path, schema, described];
  const inner =
    schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable ? schema._zod.def.innerType : schema;
  if (inner instanceof z.ZodMiniObject)
    for (const [name, field] of Object.entries(inner.shape)) yield* boundedParts(field, `${path}.${name}`);
  if (inner instanceof z.ZodMiniArray) yield* boundedParts(inner._zod.def.element, `${path}[]`);
}

const BOUNDED = ROWS.flatMap((row) => [
  ...[...boundedParts(row.query, `${row.name}?`)].map(([path, schema, described]) => ({
    path,
    schema,
    described,
    isText: true,
  })),
  ...(row.body === null
    ? []
    : [...boundedParts(row.body, row.name)].map(([path, schema, described]) => ({
        path,
        schema,
        described,
        isText: false,
      }))),
]);

test.each(BOUNDED)('$path accepts its documented range and nothing beyond', ({ schema, described, isText }) => {
  const takes = (value: unknown) => z.safeParse(schema, value).success;
  const number = (n: number) => (isText ? String(n) : n);
  if (isNumberWithin(described)) {
    const { maximum = 0 } = described;
    for (const n of [described.minimum ?? 0, maximum]) expect(takes(number(n)), String(n)).toBe(true);
    for (const n of [(described.minimum ?? 0) - 1, maximum + 1]) expect(takes(number(n)), String(n)).toBe(false);
  }
  if (isTextWithin(described)) {
    const { maxLength = 0 } = described;
    // JSON Schema counts code points, of which this character is one.
    for (const character of ['x', '\u{1F6B2}']) {
      expect(takes(character.repeat(maxLength))).toBe(true);
      expect(takes(character.repeat(maxLength + 1))).toBe(false);
    }
    if (described.minLength !== undefined && described.minLength > 0)
      expect(takes('x'.repeat(described.minLength - 1))).toBe(false);
  }
});

test('every parameter that the API document limits has its limits', () => {
  const schemaOf = (row: Operation, name: string) => find(row).parameters.find((one) => one.name === name)?.schema;
  expect(schemaOf(OPERATIONS.listTickets, 'limit')).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 25 });
  expect(schemaOf(OPERATIONS.listTickets, 'skip')).toMatchObject({ minimum: 0, default: 0 });
  expect(schemaOf(OPERATIONS.listCustomerIdentities, 'order_by')).toMatchObject({
    enum: ['tickets', 'recent', 'name'],
    default: 'tickets',
  });
  expect(schemaOf(OPERATIONS.getTicket, 'id')).toMatchObject({ type: 'integer', format: 'int64', minimum: 1 });
  expect(schemaOf(OPERATIONS.getTicket, 'include')).toMatchObject({
    type: 'array',
    items: { enum: ['links', 'activity', 'comments'] },
  });
  const caps = bodyOf(OPERATIONS.updateAiLimits)?.properties;
  expect(caps?.['monthly_budget_usd']).toEqual({ type: ['number', 'null'], minimum: 0 });
  expect(caps?.['daily_token_limit']).toEqual({ type: ['integer', 'null'], format: 'int64', minimum: 0 });
  const subject = document.components.schemas['CreateTicketBody']?.properties?.['subject'];
  expect(subject).toMatchObject({ type: 'string', minLength: 1, maxLength: 300 });
  expect(BOUNDED.length).toBeGreaterThan(20);
});

test('the example of each body is accepted by the operation, except for ids that only the service knows', () => {
  for (const row of ROWS) {
    if (row.body === null) continue;
    const example = exampleOf(describeSchema(row.body, 'request'));
    expect(z.safeParse(row.body, example).error?.issues, `${row.name} ${JSON.stringify(example)}`).toBeUndefined();
  }
});

test('without the extensions, and for another service, neither is there', async () => {
  for (const options of [
    { extensions: false, emptyFirst: false },
    { emptyFirst: false, config: { upstreamBaseUrl: 'http://127.0.0.1:1' } },
  ]) {
    const other = await startTestService(options);
    const { token } = await service.createSite();
    for (const url of ['/docs', '/docs.css']) expect((await other.app.inject(url)).statusCode).toBe(404);
    const headers = { authorization: `Bearer ${token}` };
    if (options.extensions === false) {
      const answer = await other.app.inject({ url: '/v1/openapi.json', headers });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe('unknown_resource');
    }
    await other.close();
  }
  expect(EXTENSIONS).toContain('openapi');
});
