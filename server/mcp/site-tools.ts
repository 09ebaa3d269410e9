import * as z from 'zod/mini';
import { getBusinessCalendar, type CalendarHoliday } from '#contract/calendar.ts';
import { getHealthOverview } from '#contract/health-overview.ts';
import { getHealth } from '#contract/site.ts';
import { listTags } from '#contract/tags.ts';
import { listAgents, listTickets } from '#contract/tickets.ts';
import type { Operations } from './operations.ts';
import { defineTool, largestCounts, maybe, MOST_ROWS } from './tool.ts';

/** The largest page of tags, which come newest first, and how many are read. */
const TAG_PAGE = 200;
const MOST_TAGS = 1_000;

export const listFilterValues = defineTool({
  name: 'filter_values',
  title: 'Agents, tags and channels',
  description: `What the filters of tickets take: agents by name with their ids and open tickets, the most used tags and channels with their tickets; at most ${MOST_ROWS} each. Takes three calls of the allowance, one more for each ${TAG_PAGE} tags.`,
  hasOutsideText: false,
  input: z.strictObject({}),
  output: z.object({
    agents: z.array(z.object({ id: z.string(), name: z.string(), is_me: z.boolean(), open_tickets: z.int() })),
    agent_count: z.int(),
    tags: z.record(z.string(), z.int()),
    tag_count: z.int(),
    channels: z.record(z.string(), z.int()),
  }),
  async run(operations) {
    const agents = await operations.run(listAgents, { query: { limit: MOST_ROWS } });
    const tags = await readTags(operations);
    const { facets } = await operations.run(listTickets, { query: { facets: 1, limit: 1 } });
    return {
      agents: agents.items,
      agent_count: agents.total_count,
      tags: largestCounts(tags.counts),
      tag_count: tags.total,
      channels: largestCounts(facets?.channel ?? {}),
    };
  },
});

/** The tickets of each tag; the most used one may be the oldest. */
async function readTags(operations: Operations) {
  const counts: [string, number][] = [];
  let total = 0;
  for (let skip = 0; skip < MOST_TAGS && (skip === 0 || skip < total); skip += TAG_PAGE) {
    const page = await operations.run(listTags, { query: { limit: TAG_PAGE, skip } });
    for (const { name, ticket_count } of page.items) counts.push([name, ticket_count]);
    total = page.total_count;
  }
  return { counts: Object.fromEntries(counts), total };
}

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

const hours = z.object({ from: z.string(), to: z.string() });

export const readHours = defineTool({
  name: 'opening_hours',
  title: 'Opening hours',
  description:
    'Whether support is open now and when it closes or opens next (null if not within two weeks), the week, the coming holidays, and dates with other hours, which win over a holiday. All in the time zone of the site. hours_apply false: no hours are promised. Takes two calls of the allowance.',
  hasOutsideText: false,
  input: z.strictObject({}),
  output: z.object({
    time_zone: z.string(),
    local_time: z.string(),
    is_open_now: z.boolean(),
    closes_at: maybe,
    opens_at: maybe,
    hours_apply: z.boolean(),
    week: z.array(z.object({ day: z.string(), ...hours.shape })),
    holidays: z.array(z.object({ date: z.string(), name: z.string() })),
    other_hours: z.array(z.object({ date: z.string(), windows: z.array(hours) })),
  }),
  async run(operations) {
    const calendar = await operations.run(getBusinessCalendar, {});
    const { now } = await operations.run(getHealthOverview, {});
    const local = (at: string) => localTime(calendar.time_zone, new Date(at));
    const today = local(now.as_of_utc).slice(0, 10);
    const isOpen = now.is_now_within_business_hours;
    const change = now.hours_change_utc === null ? null : local(now.hours_change_utc);
    return {
      time_zone: calendar.time_zone,
      local_time: local(now.as_of_utc),
      is_open_now: isOpen,
      closes_at: isOpen ? change : null,
      opens_at: isOpen ? null : change,
      hours_apply: calendar.flag_on,
      week: calendar.week.map(({ day_of_week: day, ...window }) => ({ day: WEEK[day] ?? '', ...span(window) })),
      holidays: comingHolidays(calendar.holidays, today).slice(0, MOST_ROWS),
      other_hours: (calendar.overrides ?? [])
        .filter(({ date }) => date >= today)
        .slice(0, MOST_ROWS)
        .map(({ date, windows }) => ({ date, windows: windows.map(span) })),
    };
  },
});

/** The holidays that apply from this local date on, the next first; one of every year with its next date. */
function comingHolidays(holidays: readonly CalendarHoliday[], today: string) {
  return holidays
    .filter(({ active }) => active !== false)
    .map(({ date, name, recurring }) => ({ name, date: recurring === true ? nextDate(date, today) : date }))
    .filter(({ date }) => date >= today)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** The next date with this month and day. */
function nextDate(date: string, today: string): string {
  // 29 February can be eight years away.
  for (let year = Number(today.slice(0, 4)); ; year += 1) {
    const next = `${year}${date.slice(4)}`;
    if (next >= today && new Date(next).toISOString().startsWith(next)) return next;
  }
}

const WEEK = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `2026-11-20 09:30`, as Swedish writes it. */
function localTime(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
}

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
