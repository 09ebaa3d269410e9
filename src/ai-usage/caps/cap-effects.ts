import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiCap } from '#contract/ai-names.ts';
import { periodEnd } from '#src/ai-usage/figures/cap-alerts.ts';
import { formatUtcDay } from '#src/format/days.ts';
import { messages } from './messages.ts';

const texts = messages.effect;
type Enforced = Pick<AiLimits, 'enforced_features'>;

/** The features that the service stops under a hard cap, in words; null where it does not say. */
export function stoppedFeatures({ enforced_features: names }: Enforced): string | null {
  if (names === undefined) return null;
  const [last = texts.noCalls, ...before] = names.toReversed();
  return before.length === 0 ? last : texts.and(before.toReversed().join(', '), last);
}

/** The effect of a hard cap once it is reached. The service enforces it only for the calls that it makes itself. */
export function hardConsequence(limits: Enforced): string {
  const features = stoppedFeatures(limits);
  return features === null ? texts.decides : `${texts.stops(features)} ${texts.others}`;
}

/** The effect of a hard cap that is reached, until its period ends. */
export function hardUntil(limits: Enforced, cap: AiCap, nowMs: number): string {
  const features = stoppedFeatures(limits);
  const until = untilText(cap, nowMs);
  return features === null ? texts.decidesUntil(until) : `${texts.stopsUntil(features, until)} ${texts.others}`;
}

function untilText(cap: AiCap, nowMs: number): string {
  if (cap !== 'budget') return texts.until[cap];
  return texts.until.budget(formatUtcDay(new Date(periodEnd(cap, nowMs)).toISOString().slice(0, 10)));
}
