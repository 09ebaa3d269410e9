import type { AiLimits } from '#contract/ai-limits.ts';
import { defineMessages } from '#src/i18n/messages.ts';

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
