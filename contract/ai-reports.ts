import * as z from 'zod/mini';
import { AI_CAPS } from './ai-names.ts';
import { bigCount, usd } from './ai-scalars.ts';
import { operation } from './operation.ts';
import {
  choice,
  choices,
  count,
  date,
  dateParam,
  flagParam,
  id,
  idParam,
  instantParam,
  intParam,
  skipParam,
  text,
  utc,
} from './scalars.ts';
import { sessionId } from './session-fields.ts';

/** `session`, `ticket` and `customer` cannot be combined; the others can. */
export const AI_GROUPS = ['day', 'feature', 'model', 'token', 'session', 'ticket', 'customer'] as const;
export const AI_REPORT_STATUSES = ['ok', 'error', 'refused'] as const;
/** Which limit refused a call. */
export const AI_REFUSED_BY = ['budget', 'daily_tokens', 'per_minute'] as const;
export type AiReportStatus = (typeof AI_REPORT_STATUSES)[number];

const name = z.nullable(z.string());

/** Sums of the calls of one group; the keys of the groups that were not asked for are absent. */
const usageRow = z.object({
  day: z.optional(date),
  feature: z.optional(z.string()),
  model: z.optional(z.string()),
  token_id: z.optional(z.nullable(id)),
  token_label: z.optional(name),
  session_id: z.optional(name),
  /** By session: the beginning of what its visitor asked first, and its customer. */
  first_message: z.optional(name),
  ticket_id: z.optional(z.nullable(id)),
  ticket_number: z.optional(z.nullable(count)),
  customer_identity_id: z.optional(z.nullable(id)),
  customer_name: z.optional(name),
  calls: count,
  cache_hits: count,
  errors: count,
  /** Calls that a hard limit kept away. They are no calls and in no other figure. */
  refused: count,
  /** Calls without a price, whose cost is 0. */
  unpriced_calls: count,
  input_tokens: bigCount,
  output_tokens: bigCount,
  cost_usd: usd,
  /** Mean over all calls, 0 without any. */
  mean_latency_ms: z.number(),
  /** The median, and what 95 of 100 calls do not exceed: see docs/api.md, "AI reports". */
  p50_ms: z.nullable(count),
  p95_ms: z.nullable(count),
});
export type AiUsageRow = z.output<typeof usageRow>;

const callRow = z.object({
  id,
  created_utc: utc,
  feature: z.string(),
  model: z.string(),
  status: z.enum(AI_REPORT_STATUSES),
  input_tokens: bigCount,
  output_tokens: bigCount,
  cost_usd: usd,
  priced: z.boolean(),
  latency_ms: count,
  cache_hit: z.boolean(),
  session_id: name,
  /** The ticket that the call was made for, else that of its session. */
  ticket_id: z.nullable(id),
  customer_identity_id: z.nullable(id),
  token_id: z.nullable(id),
  token_label: name,
  error_code: name,
  /** The limit that kept it away. */
  refused_by: z.nullable(z.enum(AI_REFUSED_BY)),
});
export type AiCallEntry = z.output<typeof callRow>;

const capChange = z.object({
  id,
  created_utc: utc,
  actor: z.string(),
  cap: z.enum([...AI_CAPS, 'action']),
  /** A limit as decimal text, or an action; null is no cap. */
  from: name,
  to: name,
});
export type AiCapChange = z.output<typeof capChange>;

const alertRow = z.object({
  id,
  cap: z.enum(AI_CAPS),
  /** 50, 80 or 95; 100 is the cap itself. */
  threshold_percent: count,
  /** Null while it has not been reached in its period. */
  fired_utc: z.nullable(utc),
  period_start_utc: utc,
});
export type AiAlertRow = z.output<typeof alertRow>;

const DAYS = { from: z.optional(dateParam), to: z.optional(dateParam) };
const PAGE = { limit: z._default(intParam(1, 200), 50), skip: z._default(skipParam, 0) };
/** Which calls count. */
const FILTERS = {
  feature: z.optional(text(40, 1)),
  model: z.optional(text(200, 1)),
  session_id: z.optional(sessionId),
  ticket_id: z.optional(idParam),
  customer_identity_id: z.optional(idParam),
  token_id: z.optional(idParam),
  status: z.optional(choice(AI_REPORT_STATUSES)),
  /** Only calls without a price. */
  unpriced: z.optional(flagParam),
  /** Only calls of at least so many input tokens. */
  min_input_tokens: z.optional(intParam(1, 999_999_999)),
  order_by: z.optional(choice(['created', 'cost'])),
};

const REPORT = {
  resource: 'ai_reports',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'ai_reports',
  body: null,
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
} as const;

/**
 * Sums of calls by group. Days are UTC days, `to` is not included; without them it is the last 30 days with
 * today. See docs/api.md, "AI reports".
 */
export const listAiUsage = operation({
  ...REPORT,
  name: 'listAiUsage',
  when: { in: 'query', name: 'report', value: 'usage' },
  query: z.object({
    ...DAYS,
    group_by: z.optional(choices(AI_GROUPS)),
    ...FILTERS,
    ...PAGE,
  }),
  reply: z.object({ items: z.array(usageRow), total_count: count }),
});

/** The calls themselves, of the same days, and those that a limit kept away. */
export const listAiCalls = operation({
  ...REPORT,
  name: 'listAiCalls',
  when: { in: 'query', name: 'report', value: 'calls' },
  query: z.object({
    ...DAYS,
    ...FILTERS,
    /** `ran`: all but the refused ones. */
    status: z.optional(choice([...AI_REPORT_STATUSES, 'ran'])),
    /** Only calls of the days from this instant on. */
    since: z.optional(instantParam),
    ...PAGE,
  }),
  reply: z.object({ items: z.array(callRow), total_count: count }),
});

/** The thresholds of each limit in each of its periods; without days all that are kept. */
export const listAiAlerts = operation({
  ...REPORT,
  name: 'listAiAlerts',
  when: { in: 'query', name: 'report', value: 'alerts' },
  query: z.object({ ...DAYS, ...PAGE }),
  reply: z.object({ items: z.array(alertRow), total_count: count }),
});

/** History of cap changes, newest first; without days all that are kept. */
export const listAiCapChanges = operation({
  ...REPORT,
  name: 'listAiCapChanges',
  when: { in: 'query', name: 'report', value: 'cap_history' },
  query: z.object({ ...DAYS, ...PAGE }),
  reply: z.object({ items: z.array(capChange), total_count: count }),
});

export const INSIGHT_LISTS = ['question', 'reason', 'status'] as const;
export type InsightList = (typeof INSIGHT_LISTS)[number];

/** The window as it was read, `to` not included; the one before has as many days. */
const WINDOW = { from: date, to: date, previous_from: date };

/**
 * Questions of visitors, reasons and states of handoffs, beside the days before. `count` and
 * `previous_count` go by the time of the message or handoff; `sessions` by the start of the session, as `ai_sessions` does.
 */
export const listInsights = operation({
  ...REPORT,
  name: 'listInsights',
  when: { in: 'query', name: 'report', value: 'insights' },
  query: z.object({
    ...DAYS,
    list: z._default(choice(INSIGHT_LISTS), 'question'),
    ...PAGE,
  }),
  /** Those of either window, the most frequent of now first; `total` is the sum over all, also beyond the page. */
  reply: z.object({
    ...WINDOW,
    items: z.array(z.object({ label: z.string(), count, previous_count: count, sessions: count })),
    total_count: count,
    total: count,
    previous_total: count,
  }),
});

const handoffTotals = z.object({ sessions: count, handed_over: count, median_wait_seconds: z.nullable(count) });

/** Sessions by the UTC day on which they started, and how many of them were handed over. */
export const listHandoffDays = operation({
  ...REPORT,
  name: 'listHandoffDays',
  when: { in: 'query', name: 'report', value: 'handoffs' },
  query: z.object({ ...DAYS, limit: z._default(intParam(1, 400), 400), skip: z._default(skipParam, 0) }),
  reply: z.object({
    ...WINDOW,
    items: z.array(z.extend(handoffTotals, { day: date })),
    total_count: count,
    totals: handoffTotals,
    previous: handoffTotals,
  }),
});

/** How drafts of the copilot were used: docs/api.md, "Copilot". Drafts whose ticket got no reply since are in `drafts` alone. */
export const summarizeDrafts = operation({
  ...REPORT,
  name: 'summarizeDrafts',
  when: { in: 'query', name: 'report', value: 'drafts' },
  query: z.object(DAYS),
  reply: z.object({ drafts: count, as_is: count, edited: count, discarded: count }),
});
