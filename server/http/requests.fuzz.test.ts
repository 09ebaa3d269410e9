import fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { writeJson } from '#contract/json.ts';
import type { Operation } from '#contract/operation.ts';
import { toBody } from '#contract/wire.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { arbitraryBody, arbitraryQuery } from '#server/testing/arbitrary-input.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestAnswer, type TestService, type TestSite } from '#server/testing/service.ts';
import { titleOfRow } from '#server/testing/row-example.ts';

/** `npm test` runs each property 20 times on each database, `npm run test:faults` 10,000 times or SUPPORT_CONSOLE_INPUTS. */
const RUNS = { numRuns: inject('inputs') };
const PATIENCE_MS = inject('trials') === 'long' ? 1_800_000 : 60_000;
const ROWS = Object.values<Operation>(OPERATIONS).map((row) => ({ row, title: titleOfRow(row) }));

let service: TestService;
let own: TestSite;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  own = await service.createSite();
  token = own.token;
  return () => service.close();
});

/** Expects success or an error with a documented code; a 5xx only if the row lists it. */
async function expectDocumented(row: Operation, answer: TestAnswer): Promise<void> {
  if (answer.status === 200) {
    expectSuccess(answer);
    return;
  }
  const code: string = answer.json?.error?.code;
  expect(Object.keys(ERROR_STATUS), answer.text).toContain(code);
  expectError(answer, code as ErrorCode);
  if (answer.status >= 500) expect(row.errors, answer.text).toContain(code);
  // A call may revoke its own token.
  if (answer.status === 401) ({ token } = await service.issueToken(own.site));
}

describe.each(ROWS)('$title', ({ row, title }) => {
  const choice = row.when?.in === 'query' ? { [row.when.name]: row.when.value } : {};
  test(
    `${title} handles any query or refuses it with a reason`,
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryQuery(row.query), async (query) => {
          await expectDocumented(
            row,
            await service.call(row.method, row.resource, { token, query: { ...Object(query), ...choice } }),
          );
        }),
        RUNS,
      );
    },
    PATIENCE_MS,
  );

  const { body: schema } = row;
  if (schema === null) return;
  test(
    `${title} handles any body or refuses it with a reason`,
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryBody(schema), async (body) => {
          const headers = { 'content-type': 'application/json' };
          // Built as text, since an object would lose names such as __proto__.
          const answer = await service.call(row.method, row.resource, {
            token,
            body: writeJson(toBody(row, body)),
            headers,
          });
          await expectDocumented(row, answer);
        }),
        RUNS,
      );
    },
    PATIENCE_MS,
  );
});

test('any query string is handled or refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary-ascii', maxLength: 60 }), async (search) => {
      const raw = [...search]
        .filter((character) => character > ' ' && character < '\u007f' && character !== '#')
        .join('');
      const answer = await service.app.inject({
        url: `/v1/api.ashx?resource=tickets&${raw}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode, answer.payload).toBeLessThan(500);
      expect(answer.headers['x-svc-request-id']).toMatch(/^req_/);
    }),
    RUNS,
  );
});

test('any bytes as a body are refused with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const answer = await service.call('POST', 'tickets', { token, body: Buffer.from(bytes) });
      expectError(answer, 'bad_request');
    }),
    RUNS,
  );
});

test('reserved names, deep nesting and thousands of keys are refused quickly', async () => {
  const keys = Array.from({ length: 1001 }, (_, n) => `"k${n}":1`).join(',');
  for (const body of [
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
    `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
    '['.repeat(100_000),
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    `{${keys}}`,
    '{"id":1e400}',
    '\ufeff{"subject":"x"}',
    '{"subject":"\\ud800"}',
  ]) {
    const answer = await service.call('PATCH', 'ticket', {
      token,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status, body.slice(0, 40)).toBe(400);
    await expectDocumented(OPERATIONS.updateTicket, answer);
  }
});
