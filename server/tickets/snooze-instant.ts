import { ApiError } from '#server/http/api-error.ts';

/** ISO text in UTC with milliseconds. @throws ApiError bad_field for the year 0, which the database does not have */
export function toInstant(field: string, text: string): string {
  if (text.startsWith('0000')) throw new ApiError('bad_field', `${field} must be an instant of the years 1 to 9999`);
  return new Date(text).toISOString();
}
