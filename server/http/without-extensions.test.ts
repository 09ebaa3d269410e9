import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exact } from '#contract/exact.ts';
import { EXTENSIONS, type Operation } from '#contract/operation.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { DOCUMENTED, judgeReply, words } from '#server/testing/documented-fields.ts';
import { exampleConfig } from '#server/testing/examples-ai.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { type Fixture, titleOfRow } from '#server/testing/row-example.ts';
import { makeFixture, ROW_EXAMPLES } from '#server/testing/row-examples.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

const ROWS = Object.entries<Operation>(OPERATIONS).map(([name, row]) => ({
  name: name as OperationName,
  row,
  title: titleOfRow(row),
}));

const keyOf = ({ method, resource }: Operation) => `${method} ${resource}`;
/** Operations of the API document, without those that a parameter of an extension selects. */
const isDocumented = (row: Operation) => keyOf(row) in DOCUMENTED && row.when === undefined;

let service: TestService;
let own: Fixture;

beforeAll(async () => {
  service = await startTestService({ extensions: false, config: await exampleConfig() });
  own = await makeFixture(service, 'Own site');
  return () => service.close();
});

test('with EXTENSIONS=0 exactly the operations of the document exist, under each of their names', () => {
  const known = ROWS.map(({ row }) => keyOf(row));
  expect(Object.keys(DOCUMENTED).filter((key) => !known.includes(key))).toEqual([]);
  for (const { row } of ROWS) {
    const documented = DOCUMENTED[keyOf(row)];
    if (documented === undefined || !isDocumented(row)) continue;
    expect(row.aliases, keyOf(row)).toEqual(words(documented.aliases));
    expect(Object.keys(row.query.shape), keyOf(row)).toEqual(expect.arrayContaining([...words(documented.query)]));
    expect(Object.keys(row.body?.shape ?? {}), keyOf(row)).toEqual(expect.arrayContaining([...words(documented.body)]));
  }
});

describe.each(ROWS.filter(({ row }) => !(keyOf(row) in DOCUMENTED)))('$title', ({ name, row, title }) => {
  test(`${title} does not exist with EXTENSIONS=0`, async () => {
    // Sessions cannot be created here, so its token represents an earlier one.
    const example = row.resource === 'sessions' ? {} : await ROW_EXAMPLES[name].success(own);
    const before = await countRows(service);
    const answer = await service.call(row.method, row.resource, { token: own.token, ...example });
    // The document may have other methods of the resource.
    const isKnown = Object.keys(DOCUMENTED).some((key) => key.endsWith(` ${row.resource}`));
    expectError(answer, isKnown ? 'method_not_allowed' : 'unknown_resource');
    expect(await countRows(service)).toEqual(before);
  });
});

describe.each(ROWS.filter(({ row }) => isDocumented(row)))('$title', ({ name, row, title }) => {
  const documented = DOCUMENTED[keyOf(row)] ?? { reply: {} };
  const success = async () => {
    const { query, body, ...rest } = await ROW_EXAMPLES[name].success(own);
    return {
      ...rest,
      ...(query === undefined ? {} : { query: Object(query) }),
      ...(body === undefined ? {} : { body: Object(body) }),
    };
  };

  test(`${title} returns only fields of the document with EXTENSIONS=0`, async () => {
    const answer = await service.call(row.method, row.resource, { token: own.token, ...(await success()) });
    expectSuccess(answer);
    const reply = row.shape === 'envelope' ? answer.json.data : answer.json;
    expect(judgeReply(reply, documented)).toEqual([]);
    expect(z.safeParse(exact(row.reply, { extensions: false }), reply).error).toBeUndefined();
  });

  const moreParameters = Object.keys(row.query.shape).filter((field) => !words(documented.query).includes(field));
  test.each(moreParameters)(`${title} ignores %s with any value with EXTENSIONS=0`, async (field) => {
    const example = await success();
    delete example.query?.[field];
    const plain = await service.call(row.method, row.resource, { token: own.token, ...example });
    const query = { ...example.query, [field]: 'no such thing' };
    const answer = await service.call(row.method, row.resource, { token: own.token, ...example, query });
    expectSuccess(answer);
    expect(answer.text).toBe(plain.text);
  });

  const moreFields = Object.keys(row.body?.shape ?? {}).filter((field) => !words(documented.body).includes(field));
  test.each(moreFields)(`${title} refuses %s in the body with EXTENSIONS=0`, async (field) => {
    const example = await success();
    const before = await countRows(service);
    const body = { ...example.body, [field]: null };
    const answer = await service.call(row.method, row.resource, { token: own.token, ...example, body });
    expectError(answer, 'bad_field');
    expect(answer.json.error.message).toBe(`${field} is not a field of this request`);
    expect(await countRows(service)).toEqual(before);
  });
});

test('API-tickets-GET counts even with count=0 with EXTENSIONS=0', async () => {
  const list = (query: string) => service.call('GET', 'tickets', { token: own.token, query });
  const { text, json } = await list('count=0');
  expect(text).toBe((await list('')).text);
  expect(json.total_count).toBeGreaterThan(0);
});

test('API-tickets-GET accepts one status and one priority with EXTENSIONS=0', async () => {
  const list = (query: string) => service.call('GET', 'tickets', { token: own.token, query });
  expectSuccess(await list('status=open&priority=normal'));
  expect((await list('status=open')).json.total_count).toBe((await list('')).json.total_count);
  expect((await list('status=closed')).json.total_count).toBe(0);
  for (const query of ['status=open,pending', 'priority=low,high']) expectError(await list(query), 'bad_field');
});

test('API-whoami-GET announces no extension with EXTENSIONS=0', async () => {
  const { json } = await service.call('GET', 'whoami', { token: own.token });
  const { deployed } = json.data.capabilities;
  for (const key of EXTENSIONS) expect(deployed[key], key).toBe(false);
  expect(deployed).toMatchObject({ channels: true, ai_usage: true });
  expect(Object.keys(json.data)).not.toContain('site_name');
});
