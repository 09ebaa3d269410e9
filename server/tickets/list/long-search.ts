import { DatabaseUnavailable } from '#server/db/errors.ts';
import { ApiError } from '#server/operation/api-error.ts';

/** PostgreSQL's code of a statement that was ended at its time limit. */
const TIME_LIMIT = '57014';
const RETRY_AFTER_SECONDS = 30;

/**
 * Looks for words in messages: where that takes longer than a statement may, the answer says which search would not, instead of
 * that the service is busy. @throws ApiError overloaded
 */
export async function searchMessages<Found>(isAsked: boolean, search: () => Promise<Found>): Promise<Found> {
  try {
    return await search();
  } catch (error) {
    if (!isAsked || !(error instanceof DatabaseUnavailable) || error.code !== TIME_LIMIT) throw error;
    const message = 'Searching messages for these words takes too long: add a rarer word, or search without text=1';
    throw new ApiError('overloaded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
