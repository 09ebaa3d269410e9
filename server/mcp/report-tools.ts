import * as z from 'zod/mini';
import { getAiUsage } from '#contract/ai.ts';
import { INSIGHT_LISTS, listInsights } from '#contract/ai-reports.ts';
import { getBusinessCalendar } from '#contract/calendar.ts';
import {
  COMPARABLE_ANSWERS,
  CSAT_SPLITS,
  getCsatSummary,
  listCsatAnswers,
  listCsatSplits,
} from '#contract/csat-reports.ts';
import { getHealth } from '#contract/site.ts';
import {
  csv,
  DAY,
  defineTool,
  LINE_CHARACTERS,
  listArgument,
  maybe,
  MOST_ROWS,
  PAGE,
  PERSONAL,
  textArgument,
  total,
  wholeArgument,
} from './tool.ts';

const DAYS = {
  from: z.optional(textArgument(`First day: ${DAY}; the last 30 days without it`, 10)),
  to: z.optional(textArgument(`The day after the last one: ${DAY}`, 10)),
};

const score = {
  responses: z.int(),
  response_rate: z.nullable(z.number()),
  value: z.nullable(z.number()),
  distribution: z.record(z.string(), z.int()),
};

export const summarizeCsat = defineTool({
  name: 'csat_summary',
  title: 'Customer satisfaction',
  description: `The score of a window of days and of the one before it, with splits by priority, channel, agent, first reply, business hours and AI. A difference between two scores with fewer than ${COMPARABLE_ANSWERS} responses each says nothing.`,
  hasOutsideText: false,
  input: z.strictObject({ ...DAYS, splits: listArgument('Which splits; all without it', CSAT_SPLITS) }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    zone: z.string(),
    definition: z.string().check(z.describe('mean of 0 to 5, or the share of good or of best scores')),
    ...score,
    previous: z.object({ from: z.string(), to: z.string(), ...score }),
    splits: z.array(
      z.object({ split: z.string(), label: z.string(), responses: z.int(), value: z.nullable(z.number()) }),
    ),
  }),
  async run(operations, { from, to, splits }) {
    const summary = await operations.run(getCsatSummary, { query: { from, to } });
    const window = { from: summary.from, to: summary.to };
    const { items } = await operations.run(listCsatSplits, { query: { ...window, split: csv(splits) } });
    return { ...summary, splits: largest(items) };
  },
});

/** The ten values of each split with most responses: a site may have many agents. */
function largest<Row extends { readonly split: string; readonly responses: number }>(rows: readonly Row[]): Row[] {
  return Object.values(Object.groupBy(rows, ({ split }) => split)).flatMap((group = []) =>
    group.toSorted((a, b) => b.responses - a.responses).slice(0, 10),
  );
}

export const listRatings = defineTool({
  name: 'list_ratings',
  title: 'Ratings with their comments',
  description: 'Single ratings of customers with comment and ticket, newest first.',
  hasOutsideText: true,
  input: z.strictObject({
    ...DAYS,
    scores: listArgument('Only these scores', ['0', '1', '2', '3', '4', '5']),
    q: z.optional(textArgument('Words in the comment', 200)),
    ...PAGE,
    ...PERSONAL,
  }),
  output: z.object({
    total_count: total,
    items: z.array(
      z.object({
        score: z.int(),
        comment: maybe,
        ticket_id: z.int(),
        ticket_number: z.int(),
        ticket_subject: z.string(),
        requester_name: maybe,
        channel: z.string(),
        created_utc: z.string(),
      }),
    ),
  }),
  async run(operations, { from, to, scores, q, limit, skip }, show) {
    const query = { from, to, score: csv(scores), q, limit, skip };
    const { items, total_count } = await operations.run(listCsatAnswers, { query });
    return {
      total_count,
      items: items.map((item) => ({
        ...item,
        comment: item.comment === null ? null : show.text(item.comment, LINE_CHARACTERS),
        ticket_subject: show.text(item.ticket_subject, LINE_CHARACTERS),
        requester_name: show.name(item.requester_name),
      })),
    };
  },
});

export const readAiUsage = defineTool({
  name: 'ai_usage',
  title: 'AI usage and cost',
  description:
    'Calls, tokens, errors and cost of the AI today, this UTC month, and by feature and day over the last days.',
  hasOutsideText: false,
  input: z.strictObject({ days: z._default(wholeArgument('UTC days up to today', 1, 31), 7) }),
  output: z.object({
    summary: z.record(z.string(), z.number()),
    by_feature: z.array(
      z.object({
        feature: z.string(),
        calls: z.int(),
        errors: z.int(),
        tokens: z.int(),
        cost_usd: z.number(),
        error_rate: z.number(),
      }),
    ),
    by_day: z.array(z.object({ date: z.string(), calls: z.int(), tokens: z.int(), cost_usd: z.number() })),
  }),
  async run(operations, { days }) {
    const usage = await operations.run(getAiUsage, { query: { days, include: 'trend' } });
    return { ...usage, by_day: usage.trend ?? [] };
  },
});

export const listTopics = defineTool({
  name: 'conversation_topics',
  title: 'What visitors ask the AI',
  description:
    'The most frequent questions, reasons of handoffs or states of handoffs, with the count of the window before.',
  hasOutsideText: true,
  input: z.strictObject({
    list: z._default(z.enum(INSIGHT_LISTS, { error: `must be one of ${INSIGHT_LISTS.join(', ')}` }), 'question'),
    ...DAYS,
    ...PAGE,
    ...PERSONAL,
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    previous_from: z.string(),
    total: z.int(),
    previous_total: z.int(),
    items: z.array(z.object({ label: z.string(), count: z.int(), previous_count: z.int() })),
  }),
  async run(operations, { list, from, to, limit, skip }, show) {
    const found = await operations.run(listInsights, { query: { list, from, to, limit, skip } });
    return { ...found, items: found.items.map((item) => ({ ...item, label: show.text(item.label, LINE_CHARACTERS) })) };
  },
});

export const readHealth = defineTool({
  name: 'support_health',
  title: 'State of support now',
  description:
    'Counts of this moment: open, pending, unassigned and snoozed tickets, tickets without a first reply, failed webhooks, AI calls and errors of 24 hours, whether an AI cap is exceeded.',
  hasOutsideText: false,
  input: z.strictObject({}),
  output: z.object({
    as_of_utc: z.string(),
    open_tickets: z.int(),
    pending_tickets: z.int(),
    unassigned_open_pending: z.int(),
    snoozed: z.int(),
    stale_no_first_reply: z.int(),
    stale_threshold: z.string(),
    webhook_queue_pending: z.int(),
    webhook_failed_24h: z.int(),
    last_inbound_message_utc: maybe,
    ai_calls_24h: z.int(),
    ai_errors_24h: z.int(),
    ai_budget_exceeded: z.boolean(),
  }),
  run: (operations) => operations.run(getHealth, {}),
});

export const readHours = defineTool({
  name: 'opening_hours',
  title: 'Opening hours',
  description:
    'Whether support is open now, its week, and the coming holidays and dates with other hours, in the time zone of the site.',
  hasOutsideText: false,
  input: z.strictObject({}),
  output: z.object({
    now_utc: z.string(),
    is_open_now: z.boolean(),
    hours_apply: z.boolean().check(z.describe('False: no hours are promised')),
    time_zone: z.string(),
    week: z.array(z.object({ day: z.string(), from: z.string(), to: z.string() })),
    holidays: z.array(z.object({ date: z.string(), name: z.string(), every_year: z.boolean() })),
    other_hours: z.array(
      z.object({ date: z.string(), windows: z.array(z.object({ from: z.string(), to: z.string() })) }),
    ),
  }),
  async run(operations) {
    const calendar = await operations.run(getBusinessCalendar, {});
    // Yesterday in UTC may be today at the site.
    const first = new Date(operations.now.getTime() - DAY_MS).toISOString().slice(0, 10);
    const isAhead = ({ date }: { readonly date: string }) => date >= first;
    return {
      now_utc: operations.now.toISOString(),
      is_open_now: calendar.is_now_within_hours,
      hours_apply: calendar.flag_on,
      time_zone: calendar.time_zone,
      week: calendar.week.map(({ day_of_week: day, ...window }) => ({ day: WEEK[day] ?? '', ...span(window) })),
      holidays: calendar.holidays
        .filter((holiday) => holiday.active !== false && (holiday.recurring === true || isAhead(holiday)))
        .slice(0, MOST_ROWS)
        .map(({ date, name, recurring = false }) => ({ date, name, every_year: recurring })),
      other_hours: (calendar.overrides ?? [])
        .filter(isAhead)
        .slice(0, MOST_ROWS)
        .map(({ date, windows }) => ({ date, windows: windows.map(span) })),
    };
  },
});

const DAY_MS = 86_400_000;
const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function span({
  open_minute: from,
  close_minute: to,
}: {
  readonly open_minute: number;
  readonly close_minute: number;
}) {
  return { from: clockTime(from), to: clockTime(to) };
}

/** Minutes of a day as `08:30`; its end is `24:00`. */
function clockTime(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
