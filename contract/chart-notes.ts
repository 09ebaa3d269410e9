import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choice, count, date, dateParam, id, idParam, intParam, skipParam, text, utc } from './scalars.ts';

export const NOTED_CHARTS = ['csat', 'ai'] as const;
export type NotedChart = (typeof NOTED_CHARTS)[number];

const chartNote = z.object({
  id,
  chart: z.enum(NOTED_CHARTS),
  date,
  text: z.string(),
  author: z.string(),
  created_utc: utc,
});
export type ChartNote = z.output<typeof chartNote>;

/** Notes on the days of a chart, newest day first; `to` is not included. See docs/api.md, "Chart notes". */
export const listChartNotes = operation({
  name: 'listChartNotes',
  resource: 'chart_notes',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'chart_notes',
  query: z.object({
    chart: z.optional(choice(NOTED_CHARTS)),
    from: z.optional(dateParam),
    to: z.optional(dateParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(chartNote), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/** The chart decides the scope: `csat:write` or `ai_limits:write`. */
export const addChartNote = operation({
  name: 'addChartNote',
  resource: 'chart_notes',
  aliases: [],
  method: 'POST',
  scope: 'any',
  keyed: true,
  extension: 'chart_notes',
  query: z.object({}),
  body: z.strictObject({ chart: choice(NOTED_CHARTS), date: dateParam, text: text(200, 1) }),
  reply: chartNote,
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'conflict'],
  touches: ['chart_notes'],
});

export const deleteChartNote = operation({
  name: 'deleteChartNote',
  resource: 'chart_notes',
  aliases: [],
  method: 'DELETE',
  scope: 'any',
  keyed: false,
  extension: 'chart_notes',
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, deleted: z.literal(true) }),
  shape: 'envelope',
  csv: null,
  errors: ['insufficient_scope', 'not_found'],
  touches: ['chart_notes'],
});
