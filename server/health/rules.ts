import type { HealthOverview, HealthRule } from '#contract/health-overview.ts';
import {
  HEALTH_RULE_KEYS,
  HEALTH_THRESHOLDS,
  type HealthRuleKey,
  type HealthThresholdKey,
  LEAST_EXPECTED_MESSAGES,
  type SiteSettings,
} from '#contract/site-settings.ts';
import type { DisabledWebhook, OverviewRow } from './overview.sql.ts';

/** With fewer calls the error rate means little. */
const MIN_CALLS = 20;
/** `bad` above the threshold plus this. */
const MANY_OVERDUE = 4;
/** A smaller drop of the mean (0 to 5) is `ok`. */
const CSAT_DROP = 0.3;

/** The input of the rules. */
export interface RuleFacts extends Pick<HealthOverview, 'now' | 'self_tests' | 'ai'> {
  readonly row: OverviewRow;
  readonly disabled: readonly DisabledWebhook[];
  /** Null if the site has no reply target. */
  readonly overdue: { readonly tickets: number; readonly since_utc: string | null } | null;
  readonly thresholds: NonNullable<SiteSettings['values']['health_rules']>;
  /** The change of the mean; null with too few answers to compare. */
  readonly csatChange: number | null;
  readonly hasAiUsage: boolean;
  /** The number of self-tests for deployed features. */
  readonly deployedTests: number;
}

type Verdict = Omit<HealthRule, 'key' | 'threshold'>;

/** Evaluates the rules in display order. See docs/api.md, "Health overview". */
export function judgeRules(facts: RuleFacts): HealthRule[] {
  return HEALTH_RULE_KEYS.map((key) => {
    const threshold = hasThreshold(key) ? (facts.thresholds[key] ?? HEALTH_THRESHOLDS[key].initial) : null;
    const { state, value, since_utc } = RULES[key](facts, threshold ?? 0);
    return { key, state, value, threshold, since_utc };
  });
}

function hasThreshold(key: HealthRuleKey): key is HealthThresholdKey {
  return key in HEALTH_THRESHOLDS;
}

const OK: Verdict = { state: 'ok', value: null, since_utc: null };
const UNKNOWN: Verdict = { state: 'unknown', value: null, since_utc: null };

const RULES: Readonly<Record<HealthRuleKey, (facts: RuleFacts, threshold: number) => Verdict>> = {
  ai_cap: ({ ai, row, hasAiUsage }) => (hasAiUsage ? above('bad', ai.caps_exceeded, 0, row.cap_exceeded_utc) : OK),
  // A site with a reply target is judged by its business hours instead, in `overdue_replies`.
  no_first_reply: ({ now, row, overdue }, threshold) =>
    overdue === null ? above('bad', now.stale_no_first_reply, threshold, row.oldest_waiting_utc) : OK,
  overdue_replies: ({ overdue }, threshold) => {
    if (overdue === null) return OK;
    const { tickets, since_utc } = overdue;
    return above(tickets > threshold + MANY_OVERDUE ? 'bad' : 'attention', tickets, threshold, since_utc);
  },
  self_tests: ({ self_tests: tests, deployedTests }) => {
    if (deployedTests === 0) return OK;
    const failed = tests.filter(({ ok }) => !ok);
    if (failed.length === 0 && tests.length < deployedTests) return UNKNOWN;
    return above('bad', failed.length, 0, earliest(failed.map(failingSince)));
  },
  webhook_disabled: ({ disabled }) => above('bad', disabled.length, 0, disabled[0]?.disabled_utc ?? null),
  webhook_failures: ({ row }, threshold) => above('attention', row.failed_deliveries, threshold, row.first_failed_utc),
  channel_silence: ({ now: { channels } }, threshold) => {
    if (channels.length === 0) return OK;
    const silent = channels.filter(
      ({ silent_minutes: minutes, expected_messages: expected }) =>
        minutes !== null && minutes >= threshold && expected !== null && expected >= LEAST_EXPECTED_MESSAGES,
    );
    return above('attention', silent.length, 0, earliest(silent.map((channel) => channel.last_inbound_utc)));
  },
  ai_forecast: ({ ai: { budget_usd: budget, forecast_usd: forecast }, hasAiUsage }, threshold) => {
    if (!hasAiUsage || budget === null) return OK;
    if (forecast === null) return UNKNOWN;
    // The first cent exceeds a budget of 0, and a percentage of it is undefined.
    if (budget === 0) return forecast > 0 ? { state: 'attention', value: null, since_utc: null } : OK;
    return above('attention', (forecast / budget) * 100, threshold, null);
  },
  ai_errors: ({ now: { ai_calls_24h: calls, ai_errors_24h: errors }, hasAiUsage }, threshold) =>
    hasAiUsage && calls >= MIN_CALLS ? above('attention', (errors / calls) * 100, threshold, null) : OK,
  business_calendar: ({ now: { business_calendar_active: isActive } }) => ({
    state: isActive ? 'ok' : 'attention',
    value: isActive ? 1 : 0,
    since_utc: null,
  }),
  migration: ({ row }, threshold) => above('attention', row.failed_rows, threshold, row.failed_run_utc),
  csat_drop: ({ csatChange: change }) =>
    change === null ? OK : { state: change <= -CSAT_DROP ? 'attention' : 'ok', value: change, since_utc: null },
};

function above(state: 'attention' | 'bad', value: number, threshold: number, since: string | null): Verdict {
  return value > threshold ? { state, value, since_utc: since } : { state: 'ok', value, since_utc: null };
}

/** The start of the current series of failures, within the stored runs. */
function failingSince({ at_utc, earlier }: HealthOverview['self_tests'][number]): string {
  const good = earlier.findIndex(({ ok }) => ok);
  const failed = good === -1 ? earlier : earlier.slice(0, good);
  return failed.at(-1)?.at_utc ?? at_utc;
}

function earliest(times: readonly (string | null)[]): string | null {
  return times.filter((at) => at !== null).toSorted()[0] ?? null;
}
