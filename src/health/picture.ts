import type { HealthOverview, HealthRule } from '#contract/health-overview.ts';
import type { MigrationStatus } from '#contract/migration.ts';
import {
  HEALTH_RULE_KEYS,
  HEALTH_THRESHOLDS,
  LEAST_EXPECTED_MESSAGES,
  type HealthRuleKey,
} from '#contract/site-settings.ts';
import type { Health } from '#contract/site.ts';

/** What the page draws: from the overview, or from the resources that every service has. */
export interface HealthPicture {
  readonly now: Health;
  /** In the order of `HEALTH_RULE_KEYS`. */
  readonly rules: readonly HealthRule[];
  /** Null where the service gives none: then nothing is said of before, of channels and of the forecast. */
  readonly overview: HealthOverview | null;
  readonly migration: MigrationStatus | null;
}

/** Of the lowest number of AI calls, from which on a share of errors says something. */
const MIN_AI_CALLS = 20;
const MINUTE_MS = 60_000;

export function pictureOf(overview: HealthOverview): HealthPicture {
  return { now: overview.now, rules: overview.rules, overview, migration: overview.migration };
}

/** Judges by the initial thresholds what `health` alone says; what it does not say is unknown. */
export function judge(now: Health, migration: MigrationStatus | null): HealthPicture {
  const values: Partial<Record<HealthRuleKey, number>> = {
    ai_cap: now.ai_budget_exceeded ? 1 : 0,
    no_first_reply: now.stale_no_first_reply,
    webhook_failures: now.webhook_failed_24h,
    ...(now.ai_calls_24h < MIN_AI_CALLS ? {} : { ai_errors: (now.ai_errors_24h / now.ai_calls_24h) * 100 }),
    // Of several runs it is only known how many rows failed in all of them.
    ...(migration === null || hasSeveralRuns(migration) ? {} : { migration: failedRows(migration) }),
    ...silence(now),
  };
  const isActive = now.business_calendar_active;
  const calendar: HealthRule = {
    ...ruleOf('business_calendar', isActive ? 1 : 0),
    state: isActive ? 'ok' : 'attention',
  };
  const rules = HEALTH_RULE_KEYS.map((key) => (key === 'business_calendar' ? calendar : ruleOf(key, values[key])));
  return { now, rules, overview: null, migration };
}

/** The channels without a message for longer than the rule allows, though some usually come at these hours. */
export function silentChannels({ overview, rules }: HealthPicture): HealthOverview['now']['channels'] {
  const limit = rules.find(({ key }) => key === 'channel_silence')?.threshold ?? null;
  if (overview === null || limit === null) return [];
  return overview.now.channels.filter(
    ({ silent_minutes: minutes, expected_messages: expected }) =>
      minutes !== null && minutes >= limit && expected !== null && expected >= LEAST_EXPECTED_MESSAGES,
  );
}

/** Rows that failed in the imports, of every kind. */
function failedRows({ tickets, articles, macros }: MigrationStatus): number {
  return tickets.failed_rows + articles.failed_rows + macros.failed_rows;
}

function hasSeveralRuns({ tickets, articles, macros }: MigrationStatus): boolean {
  return [tickets, articles, macros].some(({ run_count: runs }) => runs > 1);
}

/** The rules that ask for attention: red ones first, each kind in its order. */
export function attentionOf({ rules }: HealthPicture): readonly HealthRule[] {
  return [...rules.filter(({ state }) => state === 'bad'), ...rules.filter(({ state }) => state === 'attention')];
}

function ruleOf(key: HealthRuleKey, value: number | undefined): HealthRule {
  const threshold = thresholdOf(key);
  if (value === undefined) return { key, state: 'unknown', value: null, threshold, since_utc: null };
  const isOver = value > (threshold ?? 0);
  return { key, state: isOver ? (BAD.has(key) ? 'bad' : 'attention') : 'ok', value, threshold, since_utc: null };
}

const BAD: ReadonlySet<HealthRuleKey> = new Set(['ai_cap', 'no_first_reply', 'self_tests']);

/** Where nobody has chosen one; null for a rule that has none. */
function thresholdOf(key: HealthRuleKey): number | null {
  const thresholds: Partial<Record<HealthRuleKey, { readonly initial: number }>> = HEALTH_THRESHOLDS;
  return thresholds[key]?.initial ?? null;
}

/** Minutes since the last message, in opening hours alone: at night nobody expects one. */
function silence(now: Health): { readonly channel_silence?: number } {
  if (!now.business_calendar_active || now.last_inbound_message_utc === null) return {};
  if (!now.is_now_within_business_hours) return { channel_silence: 0 };
  const ms = Date.parse(now.as_of_utc) - Date.parse(now.last_inbound_message_utc);
  return { channel_silence: Math.max(0, Math.floor(ms / MINUTE_MS)) };
}
