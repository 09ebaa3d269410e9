import pg from 'pg';
import { expect, test } from 'vitest';
import { readPostgresError } from '#server/db/read-postgres-error.ts';
import { searchMessages } from './message-search.ts';

function refusal(code: string): Error {
  const error = new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error');
  return readPostgresError(Object.assign(error, { code }));
}

const failing = (isAsked: boolean, error: Error) => searchMessages(isAsked, () => Promise.reject(error));

test('a search of messages that times out suggests a cheaper search and a time to wait', async () => {
  await expect(failing(true, refusal('57014'))).rejects.toMatchObject({
    code: 'overloaded',
    status: 503,
    message: 'Searching messages for these words takes too long: add a rarer word, or search without text=1',
    details: { retryAfterSeconds: 30 },
  });
});

test('passes on other errors, and timeouts of other searches', async () => {
  for (const [isAsked, error] of [
    [false, refusal('57014')],
    [true, refusal('57P01')],
    [true, new Error('other')],
  ] as const) {
    await expect(failing(isAsked, error)).rejects.toBe(error);
  }
  expect(await searchMessages(true, () => Promise.resolve(7))).toBe(7);
});
