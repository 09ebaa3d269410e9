import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';

interface Details {
  readonly fields?: Readonly<Record<string, string>>;
  /** The current state of the object, for a 409 after a stale write. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the client sees: handlers throw it, the dispatcher writes it as the error envelope. */
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

export function insufficientScope(scope: string): ApiError {
  return new ApiError('insufficient_scope', `This call needs the scope ${scope}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** The client has closed the connection. It gets no response, and it is not a failure of the service. */
export class ClientGone extends Error {
  constructor() {
    super('The client has disconnected');
  }
}
