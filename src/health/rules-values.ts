import {
  HEALTH_RULE_KEYS,
  HEALTH_THRESHOLDS,
  type HealthThresholdKey,
  type SiteSettings,
} from '#contract/site-settings.ts';

/** In the order in which the rules are told. */
export const THRESHOLD_KEYS = HEALTH_RULE_KEYS.filter((key): key is HealthThresholdKey =>
  Object.hasOwn(HEALTH_THRESHOLDS, key),
);

/** As typed; empty for the default. */
export type RuleValues = Record<HealthThresholdKey, string>;
type Thresholds = NonNullable<SiteSettings['values']['health_rules']>;

/** What the form shows: a threshold that nobody chose is empty. */
export function valuesOf(settings: SiteSettings): RuleValues {
  const chosen = settings.values.health_rules ?? {};
  const text = (key: HealthThresholdKey): string => (chosen[key] === undefined ? '' : String(chosen[key]));
  return {
    no_first_reply: text('no_first_reply'),
    webhook_failures: text('webhook_failures'),
    channel_silence: text('channel_silence'),
    ai_forecast: text('ai_forecast'),
    ai_errors: text('ai_errors'),
    migration: text('migration'),
  };
}

/** What is sent: all of them, since they are stored as one; null where each is the default. */
export function thresholdsOf(values: RuleValues): Thresholds | null {
  const chosen = THRESHOLD_KEYS.flatMap((key) => {
    const text = values[key].trim();
    return text === '' ? [] : [[key, /^[0-9]{1,12}$/.test(text) ? Number(text) : Number.NaN] as const];
  });
  return chosen.length === 0 ? null : Object.fromEntries(chosen);
}

/** What somebody else has changed since the form was opened. */
export function changedBy(base: SiteSettings, theirs: SiteSettings): readonly HealthThresholdKey[] {
  const [before, after] = [valuesOf(base), valuesOf(theirs)];
  return THRESHOLD_KEYS.filter((key) => before[key] !== after[key]);
}
