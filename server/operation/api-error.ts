import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';

interface Details {
  readonly fields?: Readonly<Record<string, string>>;
  /** The present state of the object, for a 409 after a stale write. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of the error envelope: thrown by rules and handlers, written by the dispatcher. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.details = details;
  }
}

/** The token is good, and lacks the scope that the call needs. */
export function insufficientScope(scope: string): ApiError {
  return new ApiError('insufficient_scope', `This call needs the scope ${scope}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
