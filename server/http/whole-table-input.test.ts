import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { writeJson } from '#contract/json.ts';
import type { Operation } from '#contract/operation.ts';
import { toBody } from '#contract/wire.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { exampleConfig } from '#server/testing/examples-ai.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { type Fixture, queryOfRow, titleOfRow } from '#server/testing/row-example.ts';
import { makeFixture, ROW_EXAMPLES } from '#server/testing/row-examples.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

const ROWS = Object.entries<Operation>(OPERATIONS).map(([name, row]) => ({
  name: name as OperationName,
  row,
  title: titleOfRow(row),
}));

let service: TestService;
let own: Fixture;

beforeAll(async () => {
  service = await startTestService({ config: await exampleConfig() });
  own = await makeFixture(service, 'Own site');
  return () => service.close();
});

function isRefused(schema: z.core.$ZodType, value: unknown): boolean {
  return !z.safeParse(schema, value).success;
}

const BAD_TEXTS = ['\0', 'no such thing', '-1', '0', '1.5', '9'.repeat(25), 'x'.repeat(9000), '{'];
const BAD_VALUES: readonly unknown[] = [
  [],
  {},
  [null],
  { $ne: null },
  -1,
  0,
  1.5,
  1e300,
  true,
  'a\0b',
  '\ud800',
  'x'.repeat(20_001),
  'no such thing',
  10n ** 30n,
  null,
];

describe.each(ROWS)('$title', ({ name, row, title }) => {
  const success = async () => ROW_EXAMPLES[name].success(own);
  type Example = Awaited<ReturnType<typeof success>>;
  const send = async (change: { query?: Record<string, string>; body?: string; example?: Example }) => {
    const example = change.example ?? (await success());
    const query = { ...(typeof example.query === 'object' ? example.query : {}), ...change.query };
    return service.call(row.method, row.resource, {
      token: own.token,
      ...example,
      query,
      ...(change.body === undefined ? {} : { body: change.body, headers: { 'content-type': 'application/json' } }),
    });
  };

  for (const [field, schema] of Object.entries(row.query.shape)) {
    test(`${title} refuses an invalid ${field} and a repeated one`, async () => {
      const bad = BAD_TEXTS.filter((value) => isRefused(schema, value));
      expect(bad, 'no bad value is known for this parameter').not.toHaveLength(0);
      const example = await success();
      const before = await countRows(service);
      for (const value of bad) {
        const answer = await send({ query: { [field]: value }, example });
        expectError(answer, 'bad_field');
        expect(answer.json.error.message).toContain(field);
      }
      const { json } = await service.call(row.method, row.resource, {
        token: own.token,
        query: `${queryOfRow(row)}${field}=1&${field}=1`,
      });
      expect(json.error).toMatchObject({ code: expect.stringMatching(/^(?:bad|missing)_field$/) });
      expect(json.error.fields?.[field] ?? json.error.message).toContain('must be given once');
      expect(await countRows(service)).toEqual(before);
    });
  }

  const requiredParameters = Object.entries(row.query.shape).flatMap(([field, schema]) =>
    isRefused(schema, undefined) ? [field] : [],
  );
  test.each(requiredParameters)(`${title} names the required parameter %s if it is missing or empty`, async (field) => {
    for (const query of ['', `${field}=`]) {
      const answer = await service.call(row.method, row.resource, { token: own.token, query: queryOfRow(row) + query });
      expectError(answer, 'missing_field');
      const { message, fields = {} } = answer.json.error;
      expect([message, ...Object.keys(fields)].join(' ')).toContain(field);
    }
  });

  const { when } = row;
  if (when?.in === 'query') {
    test.each(['surprise', '_', 'constructor', '__proto__'])(
      `${title} refuses the unknown parameter %s`,
      async (name) => {
        const answer = await send({ query: Object.fromEntries([[name, 'x']]) });
        expectError(answer, 'bad_field');
        expect(answer.json.error.message).toBe(`${name} is not a parameter of ${when.name}=${when.value}`);
      },
    );
  } else {
    test(`${title} ignores unknown parameters`, async () => {
      const unknown = { surprise: 'x', _: '1', constructor: 'y', ['__proto__']: 'z' };
      expectSuccess(await send({ query: unknown }));
    });
  }

  test(`${title} treats empty parameters as absent`, async () => {
    const optional = Object.entries(row.query.shape).filter(([, schema]) => !isRefused(schema, undefined));
    const example = await success();
    const given = typeof example.query === 'object' ? example.query : {};
    const empty = Object.fromEntries(optional.filter(([field]) => !(field in given)).map(([field]) => [field, '']));
    expectSuccess(await send({ query: empty }));
  });

  if (row.body === null) return;
  const fields = Object.entries(row.body.shape);

  for (const [field, schema] of fields) {
    test(`${title} refuses an invalid ${field} in the body and writes nothing`, async () => {
      const example = await success();
      const before = await countRows(service);
      const bad = BAD_VALUES.filter((value) => isRefused(schema, value));
      expect(bad.length).toBeGreaterThan(5);
      for (const value of bad) {
        const answer = await send({ body: writeJson({ ...(example.body as object), [field]: value }), example });
        expectError(answer, 'bad_field');
        expect(answer.json.error.message).toContain(field);
      }
      expect(await countRows(service)).toEqual(before);
    });
  }

  const required = fields.filter(([, schema]) => isRefused(schema, undefined)).map(([field]) => field);
  test.runIf(required.length > 0)(`${title} names every missing required field`, async () => {
    const example = await success();
    const before = await countRows(service);
    // Without a body the first row of the method is chosen.
    for (const body of [writeJson(toBody(row, {})), ...(row.when === undefined ? [''] : [])]) {
      const answer = await send({ body, example });
      expectError(answer, 'missing_field');
      expect(answer.json.error.message).toContain(required[0]);
      if (required.length > 1) expect(Object.keys(answer.json.error.fields)).toEqual(required);
    }
    expect(await countRows(service)).toEqual(before);
  });

  test(`${title} refuses unknown fields, and fields that clients may not set`, async () => {
    const example = await success();
    const before = await countRows(service);
    for (const field of ['surprise', 'site_id', 'created_utc', 'token_id']) {
      const answer = await send({ body: writeJson({ ...(example.body as object), [field]: 1 }), example });
      expectError(answer, 'bad_field');
      expect(answer.json.error.message).toContain(field);
    }
    expect(await countRows(service)).toEqual(before);
  });

  test(`${title} accepts only JSON objects`, async () => {
    const example = await success();
    const before = await countRows(service);
    const deep = `{"a":${'['.repeat(100_000)}`;
    const wide = `{${Array.from({ length: 1001 }, (_, index) => `"k${index}":1`).join(',')}}`;
    const bad = ['[]', 'null', '1', '"x"', '{', '{"a":1,}', '{"a":1}{}', '\u0000', 'x', deep, wide];
    const reserved = ['{"__proto__":{"x":1}}', '{"a":{"constructor":1}}', '{"a":[{"prototype":1}]}'];
    for (const body of [...bad, ...reserved]) expectError(await send({ body, example }), 'bad_request');
    const invalid = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    const answer = await service.call(row.method, row.resource, { token: own.token, body: invalid });
    expectError(answer, 'bad_request');
    expect(await countRows(service)).toEqual(before);
  });

  test(`${title} accepts application/json or no Content-Type`, async () => {
    const { body } = await success();
    const text = writeJson(body);
    for (const type of [
      'text/plain',
      'text/csv',
      'application/x-www-form-urlencoded',
      'application/jsonx',
      'nonsense',
      ';',
    ]) {
      const answer = await service.call(row.method, row.resource, {
        token: own.token,
        body: text,
        headers: { 'content-type': type },
      });
      expectError(answer, 'unsupported_media_type');
    }
    const zipped = await service.call(row.method, row.resource, {
      token: own.token,
      body: text,
      headers: { 'content-encoding': 'gzip' },
    });
    expectError(zipped, 'unsupported_media_type');
    for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
      const { token = own.token, body: again } = await success();
      expectSuccess(
        await service.call(row.method, row.resource, {
          token,
          body: writeJson(again),
          headers: { 'content-type': type },
        }),
      );
    }
    const { token = own.token, body: plain } = await success();
    expectSuccess(await service.call(row.method, row.resource, { token, body: writeJson(plain) }));
  });

  test(`${title} refuses a body over 1 MiB, with or without Content-Length`, async () => {
    const example = await success();
    const before = await countRows(service);
    const body = `{"a":"${'x'.repeat(1_048_576)}"}`;
    expectError(await send({ body, example }), 'body_too_large');
    expect(await countRows(service)).toEqual(before);
  });
});
