import * as z from 'zod/mini';
import { listTickets } from '#contract/tickets.ts';
import { IGNORED, SELECTION_OF_COUNTS, selectTickets, WINDOW } from './ticket-selection.ts';
import { defineTool, largestCounts, maybe, wholeArgument } from './tool.ts';

const counts = z.record(z.string(), z.int());
const counted = {
  created_from: maybe,
  created_to: maybe,
  total_count: z.int(),
  by_status: counts,
  by_priority: counts,
  by_channel: counts,
  by_assignee: counts,
};

export const countTickets = defineTool({
  name: 'count_tickets',
  title: 'Count tickets',
  description:
    'Counts tickets by state, priority, channel and agent id. With created_from and created_to also those of the window of the same length right before. Counts by one of these ignore the filter of that name.',
  hasOutsideText: false,
  input: z.strictObject({ ...SELECTION_OF_COUNTS, ...WINDOW }),
  output: z.object({ ...counted, previous: z.nullable(z.object(counted)), ...IGNORED }),
  async run(operations, selection) {
    const { query, told } = selectTickets(selection);
    const count = async (from: string | undefined, to: string | undefined) => {
      const { total_count, facets } = await operations.run(listTickets, {
        query: { ...query, created_from: from, created_to: to, facets: 1, limit: 1 },
      });
      return {
        created_from: from ?? null,
        created_to: to ?? null,
        total_count,
        by_status: facets?.status ?? {},
        by_priority: facets?.priority ?? {},
        by_channel: largestCounts(facets?.channel ?? {}),
        by_assignee: largestCounts(facets?.assignee ?? {}),
      };
    };
    const { created_from: from, created_to: to } = selection;
    const now = await count(from, to);
    const before = from === undefined || to === undefined ? null : windowBefore(from, to);
    return { ...now, previous: before === null ? null : await count(before.from, before.to), ...told };
  },
});

/** The window of the same length right before. Null if it would begin before the first instant of the API. */
function windowBefore(from: string, to: string): { readonly from: string; readonly to: string } | null {
  const start = Date.parse(from);
  const startBefore = 2 * start - Date.parse(to);
  if (startBefore < FIRST_INSTANT) return null;
  return { from: new Date(startBefore).toISOString(), to: new Date(start).toISOString() };
}

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');

const STEPS = ['day', 'week', 'month'] as const;
type Step = (typeof STEPS)[number];

export const showTrend = defineTool({
  name: 'ticket_trend',
  title: 'Tickets by day, week or month',
  description:
    'How many tickets with these filters, and how many of all, were created in each of the last UTC days, weeks (from Monday) or months: so many complete periods and the present one. Takes two calls of the allowance for each.',
  hasOutsideText: false,
  input: z.strictObject({
    ...SELECTION_OF_COUNTS,
    step: z._default(z.enum(STEPS, { error: `must be one of ${STEPS.join(', ')}` }), 'week'),
    periods: z._default(wholeArgument(2, 12), 6),
  }),
  output: z.object({
    periods: z.array(
      z.object({
        from: z.string(),
        /** Not included. */
        to: z.string(),
        is_complete: z.boolean(),
        matching: z.int(),
        all: z.int(),
      }),
    ),
    ...IGNORED,
  }),
  async run(operations, { step, periods: complete, ...filters }) {
    const { query, told } = selectTickets(filters);
    const count = async (selected: typeof query, from: string, to: string) => {
      const window = { created_from: `${from}T00:00:00Z`, created_to: `${to}T00:00:00Z` };
      const { total_count } = await operations.run(listTickets, { query: { ...selected, ...window, limit: 1 } });
      return total_count;
    };
    const isFiltered = Object.values(query).some((value) => value !== undefined);
    const periods: object[] = [];
    for (let back = complete; back >= 0; back -= 1) {
      const [from, to] = [periodStart(step, operations.now, back), periodStart(step, operations.now, back - 1)];
      const all = await count({}, from, to);
      periods.push({ from, to, is_complete: back > 0, matching: isFiltered ? await count(query, from, to) : all, all });
    }
    return { periods, ...told };
  },
});

/** The first UTC day of the period so many steps back. */
function periodStart(step: Step, now: Date, back: number): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const starts: Readonly<Record<Step, number>> = {
    day: Date.UTC(year, month, day - back),
    week: Date.UTC(year, month, day - sinceMonday - 7 * back),
    month: Date.UTC(year, month - back, 1),
  };
  return new Date(starts[step]).toISOString().slice(0, 10);
}
