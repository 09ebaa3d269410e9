import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiCap, CapAction } from '#contract/ai-names.ts';
import type { getAiUsage } from '#contract/ai.ts';
import type { Reply } from '#contract/operation.ts';
import { budgetReachedAt, periodEnd, type Reach, tokensReachedAt } from '#src/ai-usage/figures/cap-reach.ts';
import { forecastMonth } from '#contract/ai-forecast.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { type Amount, formatAbout, formatLimit, formatUse } from './cap-amounts.ts';
import { messages } from './messages.ts';

/**
 * Explains the two actions of a cap. The service enforces them, and only for the calls that it makes itself, so this is
 * its promise and stands in one place.
 */
export const capConsequence = defineMessages({
  /** The end of a sentence that begins with the cap. */
  softText: 'warns and does not stop calls',
  noCalls: 'no calls',
  and: (first: string, last: string) => `${first} and ${last}`,
  others: 'Others must check the caps themselves.',
  stops: (features: string) => `When a cap is reached, the service stops ${features}.`,
  decides: 'When a cap is reached, the service decides what it stops.',
  stopsUntil: (features: string, until: string) => `The service stops ${features} until ${until}.`,
  decidesUntil: (until: string) => `The service decides what it stops until ${until}.`,
});

type Enforced = Pick<AiLimits, 'enforced_features'>;

/** The features that the service stops under a hard cap, in words; null where it does not say. */
export function stoppedFeatures({ enforced_features: names }: Enforced): string | null {
  if (names === undefined) return null;
  const [last = capConsequence.noCalls, ...before] = names.toReversed();
  return before.length === 0 ? last : capConsequence.and(before.toReversed().join(', '), last);
}

/** The effect of a hard cap once it is reached. */
export function hardConsequence(limits: Enforced): string {
  const features = stoppedFeatures(limits);
  return features === null ? capConsequence.decides : `${capConsequence.stops(features)} ${capConsequence.others}`;
}

/** The effect of a hard cap that is reached, until its period ends. */
export function hardUntil(limits: Enforced, until: string): string {
  const features = stoppedFeatures(limits);
  return features === null
    ? capConsequence.decidesUntil(until)
    : `${capConsequence.stopsUntil(features, until)} ${capConsequence.others}`;
}

const texts = messages.whatIf;

/** The forecast that caps are judged by. */
export interface Outlook {
  readonly nowMs: number;
  /** USD of the month by the end of today, of each day after it and so of the month; null while it is too early to forecast. */
  readonly byDayUsd: readonly number[] | null;
}

export function outlookOf(usage: Reply<typeof getAiUsage> | undefined, nowMs: number): Outlook {
  const trend = usage?.trend ?? [];
  const forecast = usage === undefined ? null : forecastMonth(trend, usage.summary.cost_month_usd);
  return {
    nowMs,
    byDayUsd: forecast?.byDay.map(({ middle }) => middle) ?? null,
  };
}

/** When a cap reaches an amount in its present period. Calls a minute come in bursts and are never forecast. */
export function reachOf(cap: AiCap, amount: Amount, limits: AiLimits, outlook: Outlook): Reach {
  const { current } = limits[cap];
  if (current >= amount) return { kind: 'now' };
  const { nowMs, byDayUsd } = outlook;
  if (cap === 'budget')
    return budgetReachedAt({ currentUsd: Number(current), limitUsd: Number(amount), byDayUsd, nowMs });
  if (cap === 'daily_tokens') return tokensReachedAt({ current: BigInt(current), limit: BigInt(amount), nowMs });
  return { kind: 'unknown' };
}

interface TriedLimit {
  readonly cap: AiCap;
  /** Null takes the cap away. */
  readonly limit: Amount | null;
  readonly action: CapAction;
  readonly limits: AiLimits;
  readonly outlook: Outlook;
}

/** The effect of a limit at the present pace: how much of it is used, and when it would be reached. */
export function whatIf(tried: TriedLimit): string {
  const { cap, limit, limits, outlook } = tried;
  if (limit === null) return texts.clear[cap];
  if (Number(limit) === 0) return `${texts.zero} ${whenReached(tried)}`;
  const share = (amount: Amount) => formatPercent(Number(amount) / Number(limit));
  const shown = formatLimit(cap, limit);
  const { current } = limits[cap];
  if (cap !== 'budget') return `${texts.used[cap](shown, share(current))} ${whenReached(tried)}`;
  const monthEndUsd = outlook.byDayUsd?.at(-1);
  const used =
    monthEndUsd === undefined ? texts.tooEarly(shown, share(current)) : texts.forecast(shown, share(monthEndUsd));
  return `${used} ${whenReached(tried)}`;
}

/** When a limit would be reached, and what it does then. */
export function whenReached({ cap, limit, action, limits, outlook }: TriedLimit): string {
  if (limit === null) return texts.clear[cap];
  const reach = reachOf(cap, limit, limits, outlook);
  const features = stoppedFeatures(limits);
  if (reach.kind === 'now') {
    const { current } = limits[cap];
    const fact = (current > limit ? texts.over : texts.met)(formatUse(cap, current), formatLimit(cap, limit));
    if (action !== 'hard') return `${fact} ${texts.softAction(capConsequence.softText)}`;
    return `${features === null ? texts.decidesNow : texts.stopsNow(features)} ${fact}`;
  }
  if (reach.kind === 'at') {
    const when = formatAbout(reach.ms, outlook.nowMs);
    if (action !== 'hard') return texts.softAt(when);
    return features === null ? `${texts.softAt(when)} ${capConsequence.decides}` : texts.hardAt(when, features);
  }
  if (reach.kind === 'unknown' || cap === 'minute_calls') return texts.unknown[cap];
  if (cap === 'daily_tokens') return texts.notReached.daily_tokens;
  return texts.notReached.budget(formatUtcMonth(new Date(outlook.nowMs).toISOString().slice(0, 10)));
}

/** When the period of a cap ends, in words. */
export function untilText(cap: AiCap, nowMs: number): string {
  if (cap !== 'budget') return texts.until[cap];
  return texts.until.budget(formatUtcDay(new Date(periodEnd(cap, nowMs)).toISOString().slice(0, 10)));
}

/** The effect of a hard cap once it is reached, and its end. */
export function hardText(cap: AiCap, limits: AiLimits, nowMs: number): string {
  return `${texts.onceReached(untilText(cap, nowMs))} ${hardConsequence(limits)}`;
}
