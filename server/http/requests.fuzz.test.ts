import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const RUNS = { numRuns: 60 };
const ROWS = Object.values<Operation>(OPERATIONS).filter((row) => row.resource !== 'sessions');

let service: TestService;
let own: TestSite;

beforeAll(async () => {
  service = await startTestService();
  own = await service.createSite();
  return () => service.close();
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom(
    '\0',
    '%',
    "'; drop table ticket; --",
    '0',
    '-1',
    '1e9',
    '9223372036854775808',
    'null',
    '[object Object]',
    '\u202e',
    '\uffff',
  ),
);
const json = fc.oneof(
  text,
  fc.integer(),
  fc.bigInt(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

test('any query is answered well or refused with a reason', async () => {
  const calls = fc.record({
    row: fc.constantFrom(...ROWS.filter((row) => row.method === 'GET')),
    values: fc.array(text, { minLength: 25, maxLength: 25 }),
  });
  await fc.assert(
    fc.asyncProperty(calls, async ({ row, values }) => {
      const names = Object.keys(row.query.shape);
      const query = names
        .map((name, index) => `${name}=${encodeURIComponent((values[index] ?? '').toWellFormed())}`)
        .join('&');
      const answer = await service.call(row.method, row.resource, { token: own.token, query });
      if (answer.status !== 200) expectError(answer, answer.json.error.code);
      expect(answer.status).toBeLessThan(500);
    }),
    RUNS,
  );
});

test('any search of an address is answered or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 60 }), async (search) => {
      const raw = [...search]
        .filter((character) => character > ' ' && character < '\u007f' && character !== '#')
        .join('');
      const answer = await service.app.inject({
        url: `/v1/api.ashx?resource=tickets&${raw}`,
        headers: { authorization: `Bearer ${own.token}` },
      });
      expect(answer.statusCode, answer.payload).toBeLessThan(500);
      expect(answer.headers['x-svc-request-id']).toMatch(/^req_/);
    }),
    RUNS,
  );
});

test('any body is answered well or refused with a reason', async () => {
  const calls = fc.record({
    row: fc.constantFrom(...ROWS.filter((row) => row.body !== null)),
    values: fc.array(fc.option(json, { nil: undefined }), { minLength: 12, maxLength: 12 }),
    other: fc.dictionary(text, json, { maxKeys: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(calls, async ({ row, values, other }) => {
      const names = Object.keys(row.body?.shape ?? {});
      const body = { ...other, ...Object.fromEntries(names.map((name, index) => [name, values[index]])) };
      const answer = await service.call(row.method, row.resource, { token: own.token, body });
      if (answer.status !== 200) expectError(answer, answer.json.error.code);
      expect(answer.status).toBeLessThan(500);
    }),
    RUNS,
  );
});

test('any bytes as a body are refused with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const answer = await service.call('POST', 'tickets', { token: own.token, body: Buffer.from(bytes) });
      expectError(answer, 'bad_request');
    }),
    RUNS,
  );
});
