import type { AiCap } from '#contract/ai-names.ts';
import { periodEnd, type Reach } from './cap-consequence-time.ts';

/** Shares of a cap, in percent, that are announced once in its period; the last is the cap itself. */
export const ALERT_PERCENTS = [50, 80, 95, 100] as const;
export type AlertPercent = (typeof ALERT_PERCENTS)[number];

export type AlertState =
  /** By the service, at this instant. */
  | { readonly kind: 'sent'; readonly utc: string }
  /** What is used says so; whether and when it was sent is not known. */
  | { readonly kind: 'reached' }
  | Exclude<Reach, { readonly kind: 'now' }>;

export interface Alert {
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
