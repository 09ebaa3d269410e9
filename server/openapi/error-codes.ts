import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { isRequired } from './describe-schema.ts';

/** Every error code of this operation, its own and the general ones, by status. */
export function errorCodesOf(row: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(['unauthorized', 'rate_limited', 'internal_error', 'overloaded', ...row.errors]);
  const fields = Object.values(row.query.shape);
  if (row.scope !== 'any') codes.add('insufficient_scope');
  if (fields.length > 0) codes.add('bad_field');
  if (fields.some((field) => isRequired(field, 'request'))) codes.add('missing_field');
  if (row.keyed) codes.add('conflict');
  if (row.body !== null) for (const code of ['bad_request', 'bad_field', 'missing_field'] as const) codes.add(code);
  if (row.media !== undefined) codes.add('bad_request');
  if (row.body !== null || row.media !== undefined) {
    codes.add('body_too_large');
    codes.add('unsupported_media_type');
  }
  return [...codes].toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b] || a.localeCompare(b));
}
