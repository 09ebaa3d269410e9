import type { AiCap } from '#contract/ai-names.ts';

const DAY_MS = 86_400_000;
/** Before it, the pace of a day says nothing. */
const PACE_MS = 3_600_000;

/** When a limit is reached at the present pace: an instant in ms since 1970, now, not in its period, or not known. */
export type Reach =
  | { readonly kind: 'now' }
  | { readonly kind: 'at'; readonly ms: number }
  | { readonly kind: 'not' }
  | { readonly kind: 'unknown' };

interface TokenUse {
  readonly current: bigint;
  readonly limit: bigint;
  readonly nowMs: number;
}

/**
 * When a limit of tokens a UTC day is reached if the day goes on as it has gone since midnight.
 * See docs/figures.md, "When a cap is reached".
 */
export function tokensReachedAt({ current, limit, nowMs }: TokenUse): Reach {
  if (current >= limit) return { kind: 'now' };
  const sinceMidnightMs = nowMs % DAY_MS;
  if (sinceMidnightMs < PACE_MS) return { kind: 'unknown' };
  if (current === 0n) return { kind: 'not' };
  const waitMs = (Number(limit - current) / Number(current)) * sinceMidnightMs;
  return sinceMidnightMs + waitMs < DAY_MS ? { kind: 'at', ms: nowMs + waitMs } : { kind: 'not' };
}

interface BudgetUse {
  readonly currentUsd: number;
  readonly limitUsd: number;
  /** USD of the month by the end of today and of each day after it, as the forecast says; null while there are too few days. */
  readonly byDayUsd: readonly number[] | null;
  readonly nowMs: number;
}

/**
 * When a budget of a UTC month is reached if each day costs what the forecast says, spread evenly over its hours; today,
 * over what is left of it. See docs/figures.md, "When a cap is reached".
 */
export function budgetReachedAt({ currentUsd, limitUsd, byDayUsd, nowMs }: BudgetUse): Reach {
  if (currentUsd >= limitUsd) return { kind: 'now' };
  if (byDayUsd === null) return { kind: 'unknown' };
  const ahead = byDayUsd.findIndex((usd) => usd >= limitUsd);
  const end = byDayUsd[ahead];
  if (end === undefined) return { kind: 'not' };
  const midnight = nowMs - (nowMs % DAY_MS);
  const fromMs = ahead === 0 ? nowMs : midnight + ahead * DAY_MS;
  const fromUsd = byDayUsd[ahead - 1] ?? currentUsd;
  const lengthMs = midnight + (ahead + 1) * DAY_MS - fromMs;
  return { kind: 'at', ms: fromMs + ((limitUsd - fromUsd) / (end - fromUsd)) * lengthMs };
}

/** When the period of a cap ends and its figure begins at 0 again, in ms since 1970. */
export function periodEnd(cap: 'budget' | 'daily_tokens' | 'minute_calls', nowMs: number): number {
  if (cap === 'budget') return monthEnd(nowMs);
  const length = cap === 'daily_tokens' ? DAY_MS : 60_000;
  return nowMs - (nowMs % length) + length;
}

/** The first instant of the next UTC month. */
function monthEnd(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

/** Shares of a cap, in percent, that are announced once in its period; the last is the cap itself. */
const ALERT_PERCENTS = [50, 80, 95, 100] as const;
export type AlertPercent = (typeof ALERT_PERCENTS)[number];

export type AlertState =
  /** By the service, at this instant. */
  | { readonly kind: 'sent'; readonly utc: string }
  /** By what is used; whether and when it was sent is not known. */
  | { readonly kind: 'reached' }
  | Exclude<Reach, { readonly kind: 'now' }>;

interface Alert {
  readonly percent: AlertPercent;
  readonly amount: number | bigint;
  readonly state: AlertState;
}

interface CapUse {
  readonly limit: number | bigint;
  readonly current: number | bigint;
  /** When each percent was sent in the present period. */
  readonly sent: ReadonlyMap<number, string>;
  readonly reachOf: (amount: number | bigint) => Reach;
}

/** The four alerts of one cap in its present period. See docs/figures.md, "Alerts". */
export function alertsOf({ limit, current, sent, reachOf }: CapUse): readonly Alert[] {
  return ALERT_PERCENTS.map((percent) => {
    const amount = amountOf(limit, percent);
    const utc = sent.get(percent);
    if (utc !== undefined) return { percent, amount, state: { kind: 'sent', utc } };
    if (current >= amount) return { percent, amount, state: { kind: 'reached' } };
    const reach = reachOf(amount);
    return { percent, amount, state: reach.kind === 'now' ? { kind: 'reached' } : reach };
  });
}

/** The highest of the alerts that has been reached; null below all of them. A limit of 0 is reached at once. */
export function reachedPercent(limit: number | bigint, current: number | bigint): AlertPercent | null {
  return ALERT_PERCENTS.findLast((percent) => current >= amountOf(limit, percent)) ?? null;
}

/** One period and threshold of a cap: who has dismissed its banner sees it again for the next of either. */
export function alertKey(cap: AiCap, percent: AlertPercent, nowMs: number): string {
  // A banner that came back each minute would be noise: for calls a minute, one dismissal holds for the UTC day.
  const end = periodEnd(cap === 'minute_calls' ? 'daily_tokens' : cap, nowMs);
  return `${cap} ${percent} ${new Date(end).toISOString().slice(0, 10)}`;
}

/** The least that is at or above the share; whole where the cap counts something. */
function amountOf(limit: number | bigint, percent: AlertPercent): number | bigint {
  if (typeof limit === 'bigint') return (limit * BigInt(percent) + 99n) / 100n;
  return Math.round(limit * percent * 1e7) / 1e9;
}
