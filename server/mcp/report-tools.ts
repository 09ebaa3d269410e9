import * as z from 'zod/mini';
import { INSIGHT_LISTS, listAiUsage, listInsights } from '#contract/ai-reports.ts';
import {
  COMPARABLE_ANSWERS,
  CSAT_SPLITS,
  getCsatSummary,
  listCsatAnswers,
  listCsatSplits,
} from '#contract/csat-reports.ts';
import {
  checkOrder,
  csv,
  dayArgument,
  defineTool,
  LINE_CHARACTERS,
  listArgument,
  maybe,
  PAGE,
  PERSONAL,
  textArgument,
} from './tool.ts';

const DAY_MS = 86_400_000;

const DAYS = {
  from: dayArgument('First day; the last 30 days without it'),
  to: dayArgument('The day after the last one'),
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
  description: `The score of a window of days and of the one before it, with splits by priority, channel, agent, first reply, business hours and AI. A value is the mean of 0 to 5, or a share from 0 to 1 if definition says so. A difference between two values of fewer than ${COMPARABLE_ANSWERS} responses each says nothing.`,
  hasOutsideText: false,
  input: z.strictObject({ ...DAYS, splits: listArgument('Which splits; all without it', CSAT_SPLITS) }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    zone: z.string(),
    definition: z.string(),
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
    return {
      ...showScore(summary),
      previous: showScore(summary.previous),
      splits: largest(items).map((item) => ({ ...item, value: rounded(item.value) })),
    };
  },
});

/** Three decimals; more are noise. */
function rounded(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1_000) / 1_000;
}

interface Scored {
  readonly value: number | null;
  readonly response_rate: number | null;
}

function showScore<Row extends Scored>(row: Row): Row {
  return { ...row, value: rounded(row.value), response_rate: rounded(row.response_rate) };
}

/** The ten values of each split with most responses: a site may have many agents. */
function largest<Row extends { readonly split: string; readonly responses: number }>(rows: readonly Row[]): Row[] {
  return Object.values(Object.groupBy(rows, ({ split }) => split)).flatMap((group = []) =>
    group.toSorted((a, b) => b.responses - a.responses).slice(0, 10),
  );
}

const SCORE_RANGE = { error: 'must be a list of integers from 0 to 5' };

export const listRatings = defineTool({
  name: 'list_ratings',
  title: 'Ratings with their comments',
  description: 'Single ratings of customers with comment and ticket, newest first.',
  hasOutsideText: true,
  input: z.strictObject({
    ...DAYS,
    scores: z.optional(
      z
        .array(z.int(SCORE_RANGE).check(z.minimum(0, SCORE_RANGE), z.maximum(5, SCORE_RANGE)), SCORE_RANGE)
        .check(z.minLength(1, SCORE_RANGE), z.describe('Only these scores')),
    ),
    q: z.optional(textArgument('Words in the comment', 200)),
    ...PAGE,
    ...PERSONAL,
  }),
  output: z.object({
    total_count: z.int(),
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
    const query = { from, to, score: scores?.join(','), q, limit, skip };
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

const usage = {
  calls: z.int(),
  errors: z.int(),
  refused: z.int(),
  cache_hits: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_usd: z.number(),
  unpriced_calls: z.int(),
  p50_ms: z.nullable(z.int()),
  p95_ms: z.nullable(z.int()),
};
const USAGE_GROUPS = ['feature', 'model', 'day'] as const;
/** The days of a month. */
const MOST_USAGE_ROWS = 31;

export const readAiUsage = defineTool({
  name: 'ai_usage',
  title: 'AI usage and cost',
  description: `Calls, errors, tokens, cost and latency of the AI in UTC days: in all, in as many days right before, and by feature, model or day, at most ${MOST_USAGE_ROWS} rows. refused: kept away by a cap and in no other figure. unpriced_calls count 0 in cost_usd. Takes three calls of the allowance.`,
  hasOutsideText: false,
  input: z.strictObject({
    from: dayArgument('First day; the first of the month without it'),
    to: dayArgument('The day after the last one; tomorrow without it'),
    group_by: z._default(z.enum(USAGE_GROUPS, { error: `must be one of ${USAGE_GROUPS.join(', ')}` }), 'feature'),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    ...usage,
    previous: z.nullable(z.object({ from: z.string(), to: z.string(), ...usage })),
    row_count: z.int(),
    rows: z.array(
      z.object({
        day: z.optional(z.string()),
        feature: z.optional(z.string()),
        model: z.optional(z.string()),
        ...usage,
      }),
    ),
  }),
  async run(operations, args) {
    const to = args.to ?? day(operations.now.getTime() + DAY_MS);
    const from = args.from ?? `${day(Date.parse(to) - DAY_MS).slice(0, 8)}01`;
    checkOrder('from', from, 'to', to);
    const sum = async (window: { readonly from: string; readonly to: string }) => {
      const { items } = await operations.run(listAiUsage, { query: window });
      return { ...window, ...items[0] };
    };
    const now = await sum({ from, to });
    const previous = await sum({ from: day(2 * Date.parse(from) - Date.parse(to)), to: from });
    const query = { from, to, group_by: args.group_by, limit: MOST_USAGE_ROWS };
    const { items: rows, total_count: row_count } = await operations.run(listAiUsage, { query });
    return { ...now, previous, row_count, rows };
  },
});

function day(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

export const listTopics = defineTool({
  name: 'conversation_topics',
  title: 'What visitors write to the AI',
  description:
    'The most frequent texts of a window of days, with the count of the window before. question: all messages of visitors, also those that ask nothing, by their beginning; reason, status: of handoffs.',
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
