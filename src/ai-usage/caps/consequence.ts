import type { AiCap, CapAction } from '#contract/ai-names.ts';
import type { AiLimits } from '#contract/ai-limits.ts';
import { capConsequence, hardConsequence, stoppedFeatures } from '#src/ai-usage/cap-consequence.ts';
import { periodEnd, type Reach } from '#src/ai-usage/figures/cap-consequence-time.ts';
import { formatPercent } from '#src/format/compact.ts';
import { formatUtcDay, formatUtcMonth } from '#src/format/utc-day.ts';
import { formatAbout, formatLimit, formatUse } from './cap-amount.ts';
import type { Amount } from './cap-draft.ts';
import { messages } from './messages.ts';
import { reachOf, type Outlook } from './outlook.ts';

const texts = messages.whatIf;

interface TriedCap {
  readonly cap: AiCap;
  /** Null takes the cap away. */
  readonly limit: Amount | null;
  readonly action: CapAction;
  readonly limits: AiLimits;
  readonly outlook: Outlook;
}

/** What a limit would mean at the present pace: how much of it is used, and when it would be reached. */
export function whatIf(tried: TriedCap): string {
  const { cap, limit, limits, outlook } = tried;
  if (limit === null) return texts.clear[cap];
  if (Number(limit) === 0) return `${texts.zero} ${whenReached(tried)}`;
  const share = (amount: Amount) => formatPercent(Number(amount) / Number(limit));
  const amount = formatLimit(cap, limit);
  const { current } = limits[cap];
  if (cap !== 'budget') return `${texts.used[cap](amount, share(current))} ${whenReached(tried)}`;
  const { monthEndUsd } = outlook;
  const used =
    monthEndUsd === null ? texts.tooEarly(amount, share(current)) : texts.forecast(amount, share(monthEndUsd));
  return `${used} ${whenReached(tried)}`;
}

/** When a limit would be reached, and what it does then. */
export function whenReached({ cap, limit, action, limits, outlook }: TriedCap): string {
  if (limit === null) return texts.clear[cap];
  const reach = reachOf(cap, limit, limits, outlook);
  if (reach.kind === 'now') return passed({ cap, limit, action, limits });
  if (reach.kind === 'at') {
    const when = formatAbout(reach.ms, outlook.nowMs);
    if (action !== 'hard') return texts.softAt(when);
    const features = stoppedFeatures(limits);
    return features === null ? `${texts.softAt(when)} ${capConsequence.decides}` : texts.hardAt(when, features);
  }
  return quiet(cap, reach, outlook.nowMs);
}

/** What to say where no time can be given. */
function quiet(cap: AiCap, { kind }: Reach, nowMs: number): string {
  if (kind === 'unknown' || cap === 'minute_calls') return texts.unknown[cap];
  return cap === 'budget' ? texts.notReached.budget(monthOf(nowMs)) : texts.notReached.daily_tokens;
}

function passed({
  cap,
  limit,
  action,
  limits,
}: Omit<TriedCap, 'outlook' | 'limit'> & { readonly limit: Amount }): string {
  const { current } = limits[cap];
  const fact = (current > limit ? texts.over : texts.met)(formatUse(cap, current), formatLimit(cap, limit));
  if (action !== 'hard') return `${fact} ${texts.softAction(capConsequence.softText)}`;
  const features = stoppedFeatures(limits);
  return `${features === null ? texts.decidesNow : texts.stopsNow(features)} ${fact}`;
}

/** What a hard cap does once it is reached, and until when. */
export function hardText(cap: AiCap, limits: AiLimits, nowMs: number): string {
  const end = new Date(periodEnd(cap, nowMs)).toISOString().slice(0, 10);
  const until = cap === 'budget' ? texts.until.budget(formatUtcDay(end)) : texts.until[cap];
  return `${texts.onceReached(until)} ${hardConsequence(limits)}`;
}

function monthOf(nowMs: number): string {
  return formatUtcMonth(new Date(nowMs).toISOString().slice(0, 10));
}
