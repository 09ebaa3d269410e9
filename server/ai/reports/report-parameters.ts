import type { listAiReports as ListAiReports, AI_REPORTS } from '#contract/ai-reports.ts';
import type { Query } from '#contract/operation.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { firstDayOfRefusals } from '#server/ai/remove-old-refusals.ts';
import { utcDate } from '#server/ai/utc-periods.ts';

/** What every report has. */
const SHARED = ['report', 'limit', 'skip'] as const;

export type ReportQuery = Query<typeof ListAiReports>;
type Parameter = Exclude<keyof ReportQuery, (typeof SHARED)[number]>;

/** UTC days, the last one not included. */
export interface Days {
  readonly from: string;
  readonly to: string;
  /** Refused calls of days before are not kept, though they are counted. */
  readonly refusalsFrom: string;
}

/** ISO 8601; null is open. */
export interface Span {
  readonly fromUtc: string | null;
  readonly toUtc: string | null;
}

/** Which calls count; undefined takes all. */
export type CallFilter = Pick<
  ReportQuery,
  'feature' | 'model' | 'token_id' | 'session_id' | 'ticket_id' | 'customer_identity_id' | 'status' | 'cache_hit'
>;

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

const FILTERS = [
  'feature',
  'model',
  'token_id',
  'session_id',
  'ticket_id',
  'customer_identity_id',
  'status',
  'cache_hit',
] as const satisfies readonly Parameter[];
const WINDOW = ['from', 'to'] as const satisfies readonly Parameter[];

const KNOWN: Readonly<Record<(typeof AI_REPORTS)[number], readonly Parameter[]>> = {
  usage: [...WINDOW, ...FILTERS, 'group_by', 'include', 'order_by'],
  calls: [...WINDOW, ...FILTERS, 'order_by'],
  prices: [],
  alerts: WINDOW,
  cap_history: WINDOW,
};

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;
/** Groups that stand alone. */
const SINGLE = ['session', 'ticket', 'customer'] as const;

/** A parameter that a report would not heed is refused: its figures would not be what was asked for. @throws ApiError */
export function checkParameters(query: ReportQuery): void {
  const { report, group_by: groups = [] } = query;
  const known: ReadonlySet<string> = new Set([...SHARED, ...KNOWN[report]]);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && !known.has(name)) throw fieldError(name, `is no parameter of report=${report}`);
  }
  const single = SINGLE.find((group) => groups.includes(group));
  if (single !== undefined && groups.length > 1) throw fieldError('group_by', `takes ${single} alone`);
  const hasBuckets = groups.some((group) => group === 'feature' || group === 'model') && !groups.includes('day');
  if (query.include === 'latency' && !hasBuckets) {
    throw fieldError('include', 'latency needs group_by with feature or model, and without day');
  }
}

/** The instants between which a report's rows lie; an end that is not given is open. @throws ApiError bad_field */
export function readSpan({ from, to }: Pick<ReportQuery, 'from' | 'to'>): Span {
  if (from !== undefined && to !== undefined && from >= to) {
    throw fieldError('from', `must be before to, which is ${to} and not included`);
  }
  const startOf = (day: string | undefined) => (day === undefined ? null : `${day}T00:00:00.000Z`);
  return { fromUtc: startOf(from), toUtc: startOf(to) };
}

/** The days asked for; without an end through today, without a beginning 30 of them. @throws ApiError bad_field */
export function readDays({ from, to }: Pick<ReportQuery, 'from' | 'to'>, now: Date): Days {
  const end = to ?? utcDate(now, 1);
  const start = from ?? utcDate(new Date(end), -DEFAULT_DAYS);
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS;
  if (days <= 0) throw fieldError('from', `must be before to, which is ${end} and not included`);
  if (days > MAX_DAYS) throw fieldError('from', `must be at most ${MAX_DAYS} days before to, which is ${end}`);
  const kept = firstDayOfRefusals(now);
  return { from: start, to: end, refusalsFrom: start < kept ? kept : start };
}
