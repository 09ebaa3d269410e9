import type { AiCap } from '#contract/ai-names.ts';

const DAY_MS = 86_400_000;

/** When the period of a cap ends and its count begins at 0 again, in ms since 1970. */
export function periodEnd(cap: AiCap, nowMs: number): number {
  const now = new Date(nowMs);
  if (cap === 'budget') return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const length = cap === 'daily_tokens' ? DAY_MS : 60_000;
  return nowMs - (nowMs % length) + length;
}

/** Shares of a cap, in percent, that are announced once in its period; the last is the cap itself. */
const ALERT_PERCENTS = [50, 80, 95, 100] as const;
export type AlertPercent = (typeof ALERT_PERCENTS)[number];

interface Alert {
  readonly percent: AlertPercent;
  readonly amount: number | bigint;
}

interface CapUse {
  readonly limit: number | bigint;
  readonly current: number | bigint;
  /** Percents that were sent in the present period, with the instant. */
  readonly sent: ReadonlyMap<number, string>;
}

/** The highest alert of the present period that was sent or reached, and the one that comes next. */
export function alertsOf({ limit, current, sent }: CapUse) {
  const alerts = ALERT_PERCENTS.map((percent): Alert => ({ percent, amount: amountOf(limit, percent) }));
  const isReached = ({ percent, amount }: Alert) => sent.has(percent) || current >= amount;
  const last = alerts.findLast(isReached);
  return {
    last: last === undefined ? null : { percent: last.percent, sentUtc: sent.get(last.percent) ?? null },
    next: alerts.find((alert) => !isReached(alert)) ?? null,
  };
}

/** The highest share that has been reached; null below all of them. A limit of 0 is reached at once. */
export function reachedPercent(limit: number | bigint, current: number | bigint): AlertPercent | null {
  return ALERT_PERCENTS.findLast((percent) => current >= amountOf(limit, percent)) ?? null;
}

/** Names a share of a cap in its period: a banner that was dismissed comes back for the next of either. */
export function alertKey(cap: AiCap, percent: AlertPercent, nowMs: number): string {
  // A banner each minute would be noise: for calls a minute, one dismissal holds for the UTC day.
  const end = periodEnd(cap === 'minute_calls' ? 'daily_tokens' : cap, nowMs);
  return `${cap} ${percent} ${new Date(end).toISOString().slice(0, 10)}`;
}

/** The least amount at or above the share; whole where the cap counts something. */
function amountOf(limit: number | bigint, percent: AlertPercent): number | bigint {
  if (typeof limit === 'bigint') return (limit * BigInt(percent) + 99n) / 100n;
  return Math.round(limit * percent * 1e7) / 1e9;
}
