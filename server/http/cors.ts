import type { IncomingMessage } from 'node:http';

/** Methods and headers that a preflight allows. */
interface Allowed {
  readonly methods: string;
  readonly headers: string;
}

const API_CALLS: Allowed = {
  methods: 'GET, POST, PATCH, DELETE',
  headers: 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
};
const NO_HEADERS: readonly string[] = [];
const VARY_ORIGIN: readonly string[] = ['Vary', 'Origin'];

/** CORS headers for the listed origins; none without a list. */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  headersFor(request: IncomingMessage): readonly string[] {
    if (this.#origins.size === 0) return NO_HEADERS;
    const { origin } = request.headers;
    if (origin === undefined || !this.#origins.has(origin)) return VARY_ORIGIN;
    return [
      'Access-Control-Allow-Origin',
      origin,
      'Access-Control-Expose-Headers',
      'X-SVC-Request-Id, RateLimit, RateLimit-Policy, Retry-After',
      'Vary',
      'Origin',
    ];
  }

  /** Headers for a preflight request of a listed origin, else null. */
  preflightHeaders(request: IncomingMessage, allowed: Allowed = API_CALLS): readonly string[] | null {
    const { origin, 'access-control-request-method': wanted } = request.headers;
    if (request.method !== 'OPTIONS' || wanted === undefined) return null;
    if (origin === undefined || !this.#origins.has(origin)) return null;
    return [
      'Access-Control-Allow-Methods',
      allowed.methods,
      'Access-Control-Allow-Headers',
      allowed.headers,
      'Access-Control-Max-Age',
      '600',
    ];
  }

  /** Whether the list names this origin. */
  allows(origin: string): boolean {
    return this.#origins.has(origin);
  }
}
