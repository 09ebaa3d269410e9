import { HEALTH_THRESHOLDS, type HealthThresholdKey, type SiteSettings } from '#contract/site-settings.ts';

export const THRESHOLD_KEYS = Object.keys(HEALTH_THRESHOLDS) as readonly HealthThresholdKey[];

/** As typed; empty for the default. */
export type RuleValues = Record<HealthThresholdKey, string>;
type Thresholds = NonNullable<SiteSettings['values']['health_rules']>;

/** What the form shows: a threshold that nobody chose is empty. */
export function valuesOf(settings: SiteSettings): RuleValues {
  const chosen = settings.values.health_rules;
  const entries = THRESHOLD_KEYS.map((key) => [key, chosen?.[key] === undefined ? '' : String(chosen[key])]);
  return Object.fromEntries(entries) as RuleValues;
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
