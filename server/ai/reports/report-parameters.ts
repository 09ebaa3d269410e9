import type { listAiCalls as ListAiCalls, listAiUsage as ListAiUsage } from '#contract/ai-reports.ts';
import type { Query } from '#contract/operation.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { firstDayOfRefusals } from '#server/ai/remove-old-refusals.ts';
import { utcDate } from '#server/ai/utc-periods.ts';

export type UsageQuery = Query<typeof ListAiUsage>;
export type CallsQuery = Query<typeof ListAiCalls>;
type DayParameters = Pick<CallsQuery, 'from' | 'to'>;

/** UTC days; `to` is exclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
  /** Refused calls of earlier days are deleted, but still counted in the daily totals. */
  readonly refusalsFrom: string;
}

/** As many days as these, just before them. */
export function daysBefore({ from, to }: Pick<Days, 'from' | 'to'>): Pick<Days, 'from' | 'to'> {
  const start = new Date(2 * Date.parse(from) - Date.parse(to));
  return { from: utcDate(start), to: from };
}

/** ISO 8601; null is unbounded. */
export interface Span {
  readonly fromUtc: string | null;
  readonly toUtc: string | null;
}

/** A filter of calls; undefined matches all. */
export type CallFilter = Omit<CallsQuery, 'from' | 'to' | 'order_by' | 'limit' | 'skip'>;

export interface Page {
  readonly limit: number;
  readonly skip: number;
}

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;
const DAY_MS = 86_400_000;
/** Groups that cannot be combined. */
const SINGLE_GROUPS = ['session', 'ticket', 'customer'] as const;

/** Rejects groups that cannot be combined. @throws ApiError bad_field */
export function checkGroups({ group_by: groups = [] }: UsageQuery): void {
  const single = SINGLE_GROUPS.find((group) => groups.includes(group));
  if (single !== undefined && groups.length > 1) throw fieldError('group_by', `takes ${single} alone`);
}

/** The time span of a report. @throws ApiError bad_field */
export function readSpan({ from, to }: DayParameters): Span {
  if (from !== undefined && to !== undefined && from >= to) {
    throw fieldError('from', `must be before to, which is ${to} and not included`);
  }
  const startOf = (day: string | undefined) => (day === undefined ? null : `${day}T00:00:00.000Z`);
  return { fromUtc: startOf(from), toUtc: startOf(to) };
}

/** The days of a report: by default the last 30, today included. @throws ApiError bad_field */
export function readDays({ from, to }: DayParameters, now: Date): Days {
  const end = to ?? utcDate(now, 1);
  const start = from ?? utcDate(new Date(end), -DEFAULT_DAYS);
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS;
  if (days <= 0) throw fieldError('from', `must be before to, which is ${end} and not included`);
  if (days > MAX_DAYS) throw fieldError('from', `must be at most ${MAX_DAYS} days before to, which is ${end}`);
  const kept = firstDayOfRefusals(now);
  return { from: start, to: end, refusalsFrom: start < kept ? kept : start };
}
