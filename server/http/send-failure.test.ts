import { expect, test } from 'vitest';
import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { toApiError } from './send-failure.ts';

test.each([new DatabaseUnavailable('connection to 10.0.0.5 lost'), new QueryError('deadlock detected', '40P01')])(
  'an unavailable database is 503 with Retry-After: %s',
  (thrown) => {
    const error = toApiError(thrown, 'req_1');
    expect(error).toMatchObject({ code: 'overloaded', status: 503, details: { retryAfterSeconds: 1 } });
    expect(error.message).not.toMatch(/10\.0\.0\.5|deadlock/);
  },
);

test.each([new Error('secret path /home/x'), new QueryError('column "x" does not exist', '42703'), 'text', undefined])(
  'an unexpected error is 500 and reveals only the request id: %s',
  (thrown) => {
    const error = toApiError(thrown, 'req_1');
    expect(error).toMatchObject({ code: 'internal_error', status: 500 });
    expect(error.message).toBe('Something went wrong on our side; request id req_1');
  },
);

test('an API error is returned unchanged', () => {
  const error = new ApiError('conflict', 'm');
  expect(toApiError(error, 'req_1')).toBe(error);
});
