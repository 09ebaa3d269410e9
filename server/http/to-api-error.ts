import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import { ApiError } from '#server/operation/api-error.ts';

/** Serialization failure and deadlock: another try can pass. */
const TRY_AGAIN = new Set(['40001', '40P01']);

/** Anything thrown becomes an answer; of what nobody expected only the request id is answered. */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable || (error instanceof QueryError && TRY_AGAIN.has(error.code))) {
    return new ApiError('overloaded', 'The service is busy: try again in a moment', { retryAfterSeconds: 1 });
  }
  return new ApiError('internal_error', `Something went wrong on our side; request id ${requestId}`);
}
