import { ApiError } from '#server/operation/api-error.ts';

/** What is reported has happened. @throws ApiError bad_field for an instant that is still to come */
export function checkPast(field: string, instant: string | null | undefined, now: Date): void {
  if (instant === undefined || instant === null || Date.parse(instant) <= now.getTime()) return;
  throw new ApiError('bad_field', `${field} must not be in the future`);
}
