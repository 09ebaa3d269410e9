import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { HealthOverview, HealthRule } from '#contract/health-overview.ts';
import { HEALTH_RULE_KEYS } from '#contract/site-settings.ts';
import type { Health } from '#contract/site.ts';
import { changeSince, figureGroups, type Provided } from './figures.tsx';
import { contextSentences, ruleText } from './rule-text.ts';
import { judge, pictureOf, silentChannels, type HealthPicture } from './picture.ts';

// Days of this year are named without it.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T10:00:00Z') }));
afterAll(() => void vi.useRealTimers());

const NOW: Health = {
  ...{
    as_of_utc: '2026-11-18T10:00:00Z',
    open_tickets: 12,
    pending_tickets: 3,
    unassigned_open_pending: 5,
    snoozed: 0,
  },
  ...{ stale_no_first_reply: 0, stale_threshold: '2h', webhook_queue_pending: 2, webhook_failed_24h: 0 },
  ...{ last_inbound_message_utc: '2026-11-18T09:58:00Z', is_now_within_business_hours: true },
  ...{ business_calendar_active: true, portal_active_tokens: 4, portal_total_uses: 9, customer_identities: 40 },
  ...{ bound_channel_handles: 8, channel_msg_inbound_30d: 90, ai_calls_24h: 100, ai_errors_24h: 5 },
  ai_budget_exceeded: false,
};
const CAN: Provided = { isWhole: true, channels: true, aiUsage: true };
const READING = { zone: 'UTC', nowMs: Date.parse('2026-11-18T10:00:30Z'), can: CAN };

type Judged = Pick<HealthRule, 'key' | 'state' | 'value' | 'since_utc'>;

function rulesWith(...changed: readonly Judged[]): HealthRule[] {
  return HEALTH_RULE_KEYS.map((key) => ({
    ...{ key, state: 'ok', value: 0, threshold: 0, since_utc: null },
    ...changed.find((rule) => rule.key === key),
  }));
}

const DISABLED = { key: 'webhook_disabled', state: 'bad', value: 1, since_utc: null } as const;
const FAILED = { key: 'webhook_failures', state: 'attention', value: 7, since_utc: '2026-11-18T09:00:00Z' } as const;

const picture = (...rules: readonly Judged[]): HealthPicture => ({
  now: { ...NOW, stale_no_first_reply: 3, webhook_failed_24h: 7 },
  rules: rulesWith(...rules),
  overview: null,
  migration: null,
});

describe('what needs attention', () => {
  test('agrees with its figures: a forecast within the budget does not pass it, and delivered webhooks are not counted', () => {
    const forecast = { key: 'ai_forecast', state: 'attention', value: 99, since_utc: null } as const;
    const overview = overviewWith([forecast, FAILED].map((rule) => ({ ...rule, threshold: 90 })));
    const ai = { ...overview.ai, forecast_usd: 201, budget_usd: 203 };
    const told = pictureOf({ ...overview, ai });
    const [first, second] = told.rules.map((rule) => ruleText(rule, told, READING).line);
    expect(first).toBe('AI spend is on pace for $201 this month, 99.0\u00A0% of the $203 budget.');
    expect(second).toBe('7 webhook deliveries failed in the last 24 hours and are not delivered yet.');
    const passed = pictureOf({ ...overview, ai: { ...ai, forecast_usd: 210 } });
    expect(passed.rules.map((rule) => ruleText(rule, passed, READING).line)[0]).toBe(
      'AI spend is on pace for $210 this month, over the $203 budget.',
    );
  });

  test('names the webhooks that were switched off; of one the door leads to its own deliveries', () => {
    const hooks = [
      { id: 81n, host: 'crm.example' },
      { id: 82n, host: 'bot.example' },
    ];
    const told = (count: number) => {
      const off = { ...DISABLED, value: count, threshold: null };
      const shown = pictureOf({ ...overviewWith([off]), disabled_webhooks: hooks.slice(0, count) });
      return ruleText(off, shown, READING);
    };
    expect(told(1).line).toBe('1 webhook was switched off: crm.example.');
    expect(told(1).door?.link.search).toEqual({ state: ['failed'], webhook: '81' });
    expect(told(2).line).toBe('2 webhooks were switched off: crm.example, bot.example.');
    expect(told(2).door?.link.search).toEqual({ state: ['failed'] });
  });

  test('HO-08: names the channels that are silent against their usual hours', () => {
    const silent = { key: 'channel_silence', state: 'attention', value: 1, threshold: 60, since_utc: null } as const;
    const overview = overviewWith([silent]);
    const channels = (expected: number) => [
      {
        channel: 'whatsapp' as const,
        last_inbound_utc: '2026-11-17T20:30:00Z',
        inbound_24h: 5,
        silent_minutes: 990,
        expected_messages: expected,
      },
    ];
    const shown = (expected: number) => {
      const seen = pictureOf({ ...overview, now: { ...overview.now, channels: channels(expected) } });
      return { silent: silentChannels(seen), text: ruleText(silent, seen, READING) };
    };
    expect(shown(4).text.line).toBe('No message by WhatsApp for 16h 30m.');
    expect(shown(4).text.more).toBe('Usually about 4 come in that time.');
    expect(shown(2).silent).toEqual([]);
  });

  test('is followed by the hours, the last message, and the rules that can’t be judged', () => {
    expect(contextSentences(picture(), READING)).toEqual(['Support is open.', 'The last message came 2 minutes ago.']);
    const closed = {
      ...picture(),
      now: { ...NOW, is_now_within_business_hours: false, last_inbound_message_utc: null },
    };
    expect(contextSentences(closed, READING)).toEqual(['Support is closed.', 'No message has come in yet.']);
    const off = { ...picture(), now: { ...NOW, business_calendar_active: false } };
    expect(contextSentences(off, READING)[0]).toBe('Business hours are not in effect.');
    const unknown = rulesWith({ key: 'self_tests', state: 'unknown', value: null, since_utc: null });
    expect(contextSentences({ ...picture(), rules: unknown }, READING).at(-1)).toBe('1 rule can’t be judged yet.');
  });
});

test('without the overview, four rules are judged from health, at their default thresholds', () => {
  const stateOf = (now: Partial<Health>, key: HealthRule['key']) =>
    judge({ ...NOW, ...now }).find((rule) => rule.key === key)?.state;
  expect(stateOf({}, 'no_first_reply')).toBe('ok');
  expect(stateOf({ stale_no_first_reply: 1 }, 'no_first_reply')).toBe('bad');
  expect(stateOf({ ai_budget_exceeded: true }, 'ai_cap')).toBe('bad');
  // 5 of 100 is not more than 5 %; 19 calls are too few to judge.
  expect(stateOf({}, 'ai_errors')).toBe('ok');
  expect(stateOf({ ai_errors_24h: 6 }, 'ai_errors')).toBe('attention');
  expect(stateOf({ ai_calls_24h: 19, ai_errors_24h: 19 }, 'ai_errors')).toBe('ok');
  expect(stateOf({ business_calendar_active: false }, 'business_calendar')).toBe('attention');
  expect(stateOf({}, 'webhook_failures')).toBeUndefined();
});

test('a change has its sign; without a snapshot or the feature there is none', () => {
  const [tickets, customers] = figureGroups(picture(), { ...CAN, channels: false });
  const [first] = tickets?.figures ?? [];
  const [, second] = customers?.figures ?? [];
  if (first === undefined || second === undefined) throw new Error('no figures');
  const now = { ...NOW, stale_no_first_reply: 3 };
  const before = { ...NOW, open_tickets: 10, pending_tickets: 3 };
  const changes = tickets?.figures.map((figure) => changeSince(figure, now, before));
  expect(changes).toEqual(['+2', '', '', '', '+3']);
  expect(changeSince(first, now, null)).toBeNull();
  expect(changeSince(first, now, { ...before, open_tickets: 1_300 })).toBe('−1,288');
  expect(second).toMatchObject({ isDeployed: false, text: '–', note: 'Not deployed' });
  expect(changeSince(second, now, before)).toBeNull();
});

function overviewWith(rules: HealthRule[]): HealthOverview {
  const asset = { imported_rows: 0, skipped_rows: 0, failed_rows: 0, run_count: 0, last_run_utc: null };
  const channel = { channel: 'email', last_inbound_utc: null, inbound_24h: 0 } as const;
  return {
    now: {
      ...NOW,
      channels: [{ ...channel, silent_minutes: null, expected_messages: null }],
      handoffs_waiting: 0,
      hours_change_utc: '2026-11-18T17:00:00Z',
    },
    day_ago: { ...NOW, channels: [channel] },
    since: null,
    series: [
      { at_utc: NOW.as_of_utc, open_tickets: 1, webhook_failed_24h: 0, ai_calls_24h: 0, channel_msg_inbound_24h: 0 },
    ],
    self_tests: [],
    csat: { window_days: 30, responses: 0, mean: null, previous_mean: null },
    ai: {
      ...{ cost_month_usd: 0, budget_usd: null, action: 'none', caps_set: 0, caps_exceeded: 0 },
      ...{ forecast_usd: null, passes_on: null },
    },
    migration: {
      ...{ tickets: asset, articles: asset, macros: asset },
      portal_tokens: { active_tokens: 0, expired_tokens: 0, revoked_tokens: 0, total_uses: 0 },
      customer_identities: { total_identified: 0, with_email: 0, with_phone: 0 },
      channel_foundation: { total_bound_handles: 0, channels: [] },
      ai_usage: {
        calls_month: 0,
        tokens_month: 9_007_199_254_740_993n,
        cost_month_usd: 0,
        errors_month: 0,
        cache_hits_month: 0,
      },
    },
    disabled_webhooks: [],
    rules,
    checklist: { calendar: true, webhook_test: true, identity_bound: true, ai_caps: true, self_tests: true },
  };
}
