import { expect, test } from 'vitest';
import { INGEST_ITEMS } from '#contract/ingest.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { EVENT_TYPES } from '#contract/webhook-events.ts';
import { bodyOf, parametersOf } from './describe-request.ts';
import { describeSchema } from './describe-schema.ts';
import { meaningOf, OPERATION_MEANINGS, purposeOf } from './operation-meanings.ts';

const ROWS = Object.values<Operation>(OPERATIONS);

test('each operation has a meaning, and no meaning is left over', () => {
  expect(Object.keys(OPERATION_MEANINGS).toSorted()).toEqual(ROWS.map(({ name }) => name).toSorted());
  expect(() => meaningOf({ name: 'noSuchOperation' })).toThrow('noSuchOperation');
});

test.each(ROWS.map(({ name }) => name))('the meaning of %s is one to four whole sentences of its own', (name) => {
  const meaning = meaningOf({ name });
  expect(meaning).toMatch(/^[A-Z].{20,}\.$/);
  expect(meaning.split(/(?<=\.) (?=[A-Z`])/).length).toBeLessThanOrEqual(4);
  expect(purposeOf({ name }).length).toBeGreaterThan(20);
  expect(Object.values(OPERATION_MEANINGS).filter((other) => other.startsWith(purposeOf({ name })))).toHaveLength(1);
});

/** All names and values of the contract, as JSON. */
const CONTRACT = JSON.stringify([
  EVENT_TYPES,
  Object.values(INGEST_ITEMS).map((item) => describeSchema(item, 'request')),
  ROWS.map((row) => [
    { ...row, query: undefined, body: undefined, reply: undefined },
    parametersOf(row),
    bodyOf(row),
    describeSchema(row.reply, 'reply'),
  ]),
]);

/** Written as code, and no names of the contract. */
const OTHERS = new Set(['webhook-id', '{{customer.name}}', 'error.current']);

test('what a meaning writes as code is a name or value of the contract', () => {
  const unknown = ROWS.flatMap(({ name }) =>
    [...meaningOf({ name }).matchAll(/`([^`]+)`/g)]
      .map(([, code = '']) => code)
      .filter((code) => !OTHERS.has(code) && !CONTRACT.includes(`"${/^[\w.]+(?::\w+)?/.exec(code)?.[0] ?? code}"`))
      .map((code) => `${name}: ${code}`),
  );
  expect(unknown).toEqual([]);
});
