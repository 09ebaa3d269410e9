const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Delays before each retry: 75 hours and 35 minutes in total. See docs/api.md, "Delivery". */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
const MAX_ATTEMPTS = DELAYS.length + 1;
const JITTER = 0.2;
const MAX_RETRY_AFTER = HOUR;
export const BREAKER_FAILURES = 10;
const PROBE_MS = MINUTE;
const FAILING_MS = 5 * DAY;

/** The state of an endpoint, locked while an outcome is stored. */
export interface EndpointHealth {
  readonly state: 'active' | 'paused' | 'disabled';
  readonly failuresInRow: number;
  readonly failingSinceUtc: string | null;
}

export interface Failure {
  /** Including this attempt. */
  readonly attempts: number;
  readonly isTest: boolean;
  readonly httpStatus: number | null;
  readonly retryAfter: string | null;
}

export interface FailureVerdict {
  readonly delivery:
    | { readonly state: 'pending'; readonly dueUtc: string }
    | { readonly state: 'failed' | 'cancelled' };
  /** The reason to disable the endpoint, or null. */
  readonly disable: 'gone' | 'failing' | null;
  readonly failuresInRow: number;
  readonly failingSinceUtc: string | null;
  /** No attempts before this time. */
  readonly probeUtc: string | null;
}

/**
 * Decides the state after a failed attempt. A test is tried once and does not count against the endpoint, except for
 * status 410. An endpoint is disabled once its first failure in a row is five days old.
 * @param random Returns 0 to 1.
 */
export function classifyFailure(
  endpoint: EndpointHealth,
  failure: Failure,
  now: Date,
  random: () => number,
): FailureVerdict {
  const { attempts, isTest, httpStatus } = failure;
  const failuresInRow = endpoint.failuresInRow + (isTest ? 0 : 1);
  const failingSinceUtc = endpoint.failingSinceUtc ?? (isTest ? null : now.toISOString());
  const probeUtc = failuresInRow >= BREAKER_FAILURES ? later(now, PROBE_MS) : null;
  const shared = { failuresInRow, failingSinceUtc, probeUtc };
  if (endpoint.state === 'disabled') return { ...shared, delivery: { state: 'cancelled' }, disable: null };
  const isFailing =
    !isTest && failingSinceUtc !== null && now.getTime() - new Date(failingSinceUtc).getTime() >= FAILING_MS;
  const disable = httpStatus === 410 ? 'gone' : isFailing ? 'failing' : null;
  const delay = DELAYS[attempts - 1];
  if (disable !== null || isTest || delay === undefined || attempts >= MAX_ATTEMPTS) {
    return { ...shared, delivery: { state: 'failed' }, disable };
  }
  const jittered = delay * (1 - JITTER + 2 * JITTER * random());
  const dueUtc = later(now, Math.max(jittered, retryAfterMs(failure, now)));
  return { ...shared, delivery: { state: 'pending', dueUtc }, disable };
}

/** The delay in milliseconds that a 429 or 503 requests, at most an hour. */
function retryAfterMs({ httpStatus, retryAfter }: Failure, now: Date): number {
  if ((httpStatus !== 429 && httpStatus !== 503) || retryAfter === null) return 0;
  const asked = /^[0-9]+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : new Date(retryAfter).getTime() - now.getTime();
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), MAX_RETRY_AFTER);
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + Math.round(ms)).toISOString();
}
