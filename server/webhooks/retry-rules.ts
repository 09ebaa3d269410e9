const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pauses before each attempt after the first: 75 hours and 35 minutes in all. See docs/api.md, "Delivery". */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
const MAX_ATTEMPTS = PAUSES.length + 1;
const SPREAD = 0.2;
const LONGEST_RETRY_AFTER = HOUR;
export const BREAKER_FAILURES = 10;
const PROBE_MS = MINUTE;
const FAILING_MS = 5 * DAY;

/** State of an endpoint while it is locked for an outcome. */
export interface EndpointHealth {
  readonly state: 'active' | 'paused' | 'disabled';
  readonly failuresInRow: number;
  readonly failingSinceUtc: string | null;
}

export interface Failure {
  /** This one counted. */
  readonly attempts: number;
  readonly isTest: boolean;
  readonly httpStatus: number | null;
  readonly retryAfter: string | null;
}

export interface FailureVerdict {
  readonly delivery:
    | { readonly state: 'pending'; readonly dueUtc: string }
    | { readonly state: 'failed' | 'cancelled' };
  /** Why the endpoint is disabled with this failure, or null. */
  readonly disable: 'gone' | 'failing' | null;
  readonly failuresInRow: number;
  readonly failingSinceUtc: string | null;
  /** Nothing is sent to the endpoint before this. */
  readonly probeUtc: string | null;
}

/**
 * Decides the state after a failed attempt. A test is tried once and says nothing of the endpoint, unless it is gone. The
 * first failure and one five days later are in different days, so nothing else needs counting.
 * @param random From 0 to 1.
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
  const pause = PAUSES[attempts - 1];
  if (disable !== null || isTest || pause === undefined || attempts >= MAX_ATTEMPTS) {
    return { ...shared, delivery: { state: 'failed' }, disable };
  }
  const spread = pause * (1 - SPREAD + 2 * SPREAD * random());
  const dueUtc = later(now, Math.max(spread, askedPause(failure, now)));
  return { ...shared, delivery: { state: 'pending', dueUtc }, disable };
}

/** Milliseconds that a 429 or 503 asks for, an hour at most. */
function askedPause({ httpStatus, retryAfter }: Failure, now: Date): number {
  if ((httpStatus !== 429 && httpStatus !== 503) || retryAfter === null) return 0;
  const asked = /^[0-9]+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : new Date(retryAfter).getTime() - now.getTime();
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_RETRY_AFTER);
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + Math.round(ms)).toISOString();
}
