import type { LinkProps } from '@tanstack/react-router';
import type { HealthRule } from '#contract/health-overview.ts';
import { formatPercent, formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/days.ts';
import { formatWholeUsd } from '#src/format/money.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatAge, formatTime, formatWeekday } from '#src/format/time.ts';
import type { IconName } from '#src/ui/icons/icon.tsx';
import type { Provided } from './figures.tsx';
import { messages as page } from './messages.ts';
import { type HealthPicture, silentChannels } from './picture.ts';
import { messages } from './rule-messages.ts';

/** The numbers are put into words for this zone, moment and service. */
export interface Reading {
  readonly zone: string;
  readonly nowMs: number;
  readonly can: Provided;
}

interface Door {
  readonly label: string;
  readonly link: LinkProps;
}

interface RuleText {
  readonly line: string;
  readonly more: string | null;
  readonly icon: IconName;
  /** Leads to the rows that were counted. */
  readonly door: Door;
}

const MINUTE_MS = 60_000;
const UNDELIVERED = ['pending', 'delivering', 'failed'] as const;

/** "more than 0 tickets without a first reply after 2h." */
export function ruleSentence({ key, threshold }: HealthRule, { now }: HealthPicture): string {
  const limit = formatCount(threshold ?? 0);
  switch (key) {
    case 'no_first_reply':
      return messages[key].rule(limit, now.stale_threshold);
    case 'overdue_replies':
    case 'webhook_failures':
    case 'channel_silence':
    case 'ai_forecast':
    case 'ai_errors':
    case 'migration':
      return messages[key].rule(limit);
    default:
      return messages[key].rule;
  }
}

/** A rule that asks for attention, in words. */
export function ruleText(rule: HealthRule, picture: HealthPicture, reading: Reading): RuleText {
  const { now, overview } = picture;
  const n = rule.value ?? 0;
  const count = formatCount(n);
  switch (rule.key) {
    case 'ai_cap': {
      const texts = messages.ai_cap;
      const ai = overview?.ai;
      return {
        line: ai === undefined ? texts.bare : texts.line(ai.caps_exceeded, ai.caps_set),
        more: ai?.action === 'hard' ? texts.hard : ai?.action === 'soft' ? texts.soft : null,
        icon: 'spark',
        door: { label: texts.door, link: { to: '/ai/usage' } },
      };
    }
    case 'no_first_reply': {
      const texts = messages.no_first_reply;
      return {
        line: texts.line(n, count, now.stale_threshold),
        more: null,
        icon: 'clock',
        door: reading.can.isWhole
          ? { label: texts.door(count), link: { to: '/inbox', search: { status: 'open,pending', stale: '1' } } }
          : { label: texts.doorBare, link: { to: '/inbox' } },
      };
    }
    case 'overdue_replies': {
      const texts = messages.overdue_replies;
      return {
        line: texts.line(n, count),
        more: null,
        icon: 'clock',
        door: { label: texts.door(count), link: { to: '/inbox', search: { status: 'open,pending', overdue: '1' } } },
      };
    }
    case 'self_tests': {
      const texts = messages.self_tests;
      const errors = overview?.self_tests.flatMap(({ ok, error }) => (ok || error === null ? [] : [error])) ?? [];
      return {
        line: texts.line(n),
        more: errors.length === 0 ? null : errors.join(' · '),
        icon: 'warning',
        door: { label: texts.door, link: { to: '/health', hash: 'self-tests' } },
      };
    }
    case 'webhook_disabled': {
      const texts = messages.webhook_disabled;
      const disabled = overview?.disabled_webhooks ?? [];
      const [first, second] = disabled;
      // The log filters by one webhook.
      const webhook = second === undefined ? first?.id.toString() : undefined;
      return {
        line: texts.line(n, disabled.map(({ host }) => host).join(', ')),
        more: texts.more,
        icon: 'webhook',
        door: {
          label: texts.door,
          link: { to: '/settings/webhooks/log', search: { state: ['failed'], webhook } },
        },
      };
    }
    case 'webhook_failures': {
      const texts = messages.webhook_failures;
      const waiting = now.webhook_queue_pending;
      return {
        line: texts.line(n, count),
        more: waiting === 0 ? null : texts.more(waiting, formatCount(waiting)),
        icon: 'webhook',
        door: {
          label: texts.door,
          link: { to: '/settings/webhooks/log', search: { failed: '24h', state: UNDELIVERED } },
        },
      };
    }
    case 'channel_silence':
      return silenceTexts(picture);
    case 'ai_forecast': {
      const texts = messages.ai_forecast;
      const { forecast_usd, budget_usd, passes_on: day = null } = overview?.ai ?? {};
      const [forecast, budget] = [forecast_usd ?? 0, budget_usd ?? 0];
      const share = formatPercent(n / 100);
      // A threshold under 100 % warns before the forecast passes the budget.
      const isWithin = forecast <= budget;
      return {
        line: isWithin
          ? texts.lineWithin(formatWholeUsd(forecast), share, formatWholeUsd(budget))
          : texts.line(formatWholeUsd(forecast), formatWholeUsd(budget)),
        more: day === null ? null : texts.passes(formatUtcDay(day)),
        icon: 'spark',
        door: { label: texts.door, link: { to: '/ai/usage' } },
      };
    }
    case 'ai_errors': {
      const texts = messages.ai_errors;
      const share = formatPercent(n / 100);
      return {
        line: texts.line(share),
        more: texts.more(formatCount(now.ai_errors_24h), formatCount(now.ai_calls_24h)),
        icon: 'spark',
        door: reading.can.isWhole
          ? { label: texts.door, link: { to: '/ai/usage/calls', search: { status: 'error', days: 7 } } }
          : { label: texts.doorBare, link: { to: '/ai/usage' } },
      };
    }
    case 'business_calendar': {
      const { line, door } = messages.business_calendar;
      return { line, more: null, icon: 'clock', door: { label: door, link: { to: '/manage/hours' } } };
    }
    case 'migration': {
      const texts = messages.migration;
      return {
        line: texts.line(n, count),
        more: null,
        icon: 'download',
        door: { label: texts.door, link: { to: '/health', hash: 'imports' } },
      };
    }
    case 'csat_drop': {
      const texts = messages.csat_drop;
      const csat = overview?.csat;
      return {
        line: texts.line((csat?.previous_mean ?? 0).toFixed(2), (csat?.mean ?? 0).toFixed(2)),
        more: csat === undefined ? null : texts.more(csat.window_days, formatCount(csat.responses)),
        icon: 'star',
        door: { label: texts.door, link: { to: '/csat' } },
      };
    }
  }
}

/** The silent channels, with the usual traffic of the first. */
function silenceTexts(picture: HealthPicture): RuleText {
  const texts = messages.channel_silence;
  const silent = silentChannels(picture);
  const names = silent.map(({ channel }) => channelWord(channel)).join(', ');
  const { silent_minutes: minutes, expected_messages: expected } = silent[0] ?? {};
  return {
    line: texts.line(names, formatAge((minutes ?? 0) * MINUTE_MS)),
    more: texts.more(formatCount(Math.round(expected ?? 0))),
    icon: 'chat',
    door: { label: texts.door, link: { to: '/health', hash: 'channels' } },
  };
}

const { lead } = page;
const SOON_MS = 20 * 3_600_000;

/** Whether support is open and until when, when the last message came, and how many rules can't be judged. */
export function contextSentences({ now, overview, rules }: HealthPicture, reading: Reading): readonly string[] {
  const { zone, nowMs } = reading;
  const change = overview?.now.hours_change_utc ?? null;
  const last = now.last_inbound_message_utc;
  const unknown = rules.filter(({ state }) => state === 'unknown').length;
  return [
    hoursSentence(now.business_calendar_active, now.is_now_within_business_hours, change, zone, nowMs),
    last === null ? lead.noMessage : lead.lastMessage(ageWords(nowMs - Date.parse(last))),
    ...(unknown === 0 ? [] : [lead.unknown(unknown)]),
  ];
}

function hoursSentence(isActive: boolean, isOpen: boolean, change: string | null, zone: string, nowMs: number): string {
  if (!isActive) return lead.noHours;
  if (change === null) return isOpen ? lead.open : lead.closed;
  const time = formatSoon(change, zone, nowMs);
  return isOpen ? lead.openUntil(time) : lead.closedUntil(time);
}

/** "17:00", when that is not within the next 20 hours "Mon 23 Nov, 09:00". */
export function formatSoon(iso: string, zone: string, nowMs: number): string {
  return Date.parse(iso) - nowMs < SOON_MS ? formatTime(iso, zone) : formatWeekday(iso, zone);
}

/** "2 minutes", from an hour on short: "6h 04m". */
function ageWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  return minutes < 60 ? lead.minutes(minutes) : formatAge(ms);
}
