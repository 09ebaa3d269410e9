import type { IncomingMessage } from 'node:http';

const ALLOWED = [
  'Access-Control-Allow-Methods',
  'GET, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  'Access-Control-Max-Age',
  '600',
];
const NONE: readonly string[] = [];
const OTHER: readonly string[] = ['Vary', 'Origin'];

/** Headers for pages of the listed origins; without a list the API is closed to other origins and says nothing. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  headersFor(request: IncomingMessage): readonly string[] {
    if (this.#origins.size === 0) return NONE;
    const { origin } = request.headers;
    if (origin === undefined || !this.#origins.has(origin)) return OTHER;
    return [
      'Access-Control-Allow-Origin',
      origin,
      'Access-Control-Expose-Headers',
      'X-SVC-Request-Id, RateLimit, RateLimit-Policy, Retry-After',
      'Vary',
      'Origin',
    ];
  }

  /** Headers of the answer to a preflight, or null when this is none that we answer. */
  preflightHeaders(request: IncomingMessage): readonly string[] | null {
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (request.method !== 'OPTIONS' || wanted === undefined) return null;
    return origin !== undefined && this.#origins.has(origin) ? ALLOWED : null;
  }
}
