/** The kinds of failure that the dashboard distinguishes. */
export type FailureKind =
  | 'unauthorized'
  | 'forbidden'
  /** Never sent: this document only shows. */
  | 'read_only'
  | 'not_found'
  | 'conflict'
  | 'bad_request'
  | 'rate_limited'
  | 'server'
  | 'network'
  | 'timeout'
  | 'unreadable';

interface FailureDetails {
  /** HTTP status; null when no answer came. */
  readonly status?: number | null;
  /** Code of the error envelope; null when there was none. */
  readonly code?: string | null;
  readonly requestId?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** The present state of the object, with a 409 after a stale write. */
  readonly current?: unknown;
  /** The scope that the challenge of a 403 names. */
  readonly missingScope?: string | null;
}

/** The one error that `call` throws, besides the abort of its signal. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly current: unknown;
  readonly missingScope: string | null;
  /** When it happened, in ms since 1970: countdowns of `retryAfterSeconds` run from here. */
  readonly at: number;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = 'ApiFailure';
    this.kind = kind;
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.fields = details.fields ?? {};
    this.current = details.current;
    this.missingScope = details.missingScope ?? null;
    this.at = Date.now();
  }
}

/** The kind that an HTTP status stands for; an answer without the error envelope below 500 is no answer of this API. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'server' : 'bad_request';
}

/** Whether the service may have done what was sent: no readable answer came, or a gateway's. Overload is refused before any work. */
export function isUnsure(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.code === 'overloaded') return false;
  return ['timeout', 'network', 'unreadable', 'server'].includes(error.kind);
}
