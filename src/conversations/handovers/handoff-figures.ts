import { listHandoffDays, listInsights } from '#contract/ai-reports.ts';
import type { listHandoffs } from '#contract/conversations.ts';
import type { Reply } from '#contract/operation.ts';
import type { CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { HandoversSearch } from '#src/conversations/search.ts';
import { POLL_MS } from '#src/conversations/queries.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

type Window = Pick<DayWindow, 'from' | 'to'>;
export type HandoffDays = Reply<typeof listHandoffDays>;
export type ReasonRow = Reply<typeof listInsights>['items'][number];

/** Reasons beside the trend. */
const SHOWN_REASONS = 6;

export function handoffDaysOptions({ from, to }: Window) {
  return { ...read(listHandoffDays, { from, to }), refetchInterval: POLL_MS };
}

export function reasonsOptions({ from, to }: Window) {
  return { ...read(listInsights, { from, to, list: 'reason', limit: 200 }), refetchInterval: POLL_MS };
}

/** Handoffs by their status, of the same days. */
export function statusesOptions({ from, to }: Window) {
  return { ...read(listInsights, { from, to, list: 'status' }), refetchInterval: POLL_MS };
}

/** The window and the filters as the API names them. The API document has neither an end nor reasons. */
export function handoffsQuery(
  { status, reason }: HandoversSearch,
  { from, to }: Window,
  isWhole: boolean,
): CallQuery<typeof listHandoffs> {
  return {
    since: `${from}T00:00:00.000Z`,
    ...(status === undefined ? {} : { status }),
    ...(isWhole ? { until: `${to}T00:00:00.000Z`, ...(reason === undefined ? {} : { reason }) } : {}),
  };
}

/** Null where no session began. */
export function shareOf({
  sessions,
  handed_over: handed,
}: {
  readonly sessions: number;
  readonly handed_over: number;
}) {
  return sessions === 0 ? null : handed / sessions;
}

/** The reason with the largest rise; undefined where none rose. */
export function mostRisen(reasons: readonly ReasonRow[]): ReasonRow | undefined {
  const rise = (row: ReasonRow) => row.count - row.previous_count;
  return reasons.filter((row) => rise(row) > 0).toSorted((a, b) => rise(b) - rise(a))[0];
}

/** Those that changed most: the ones that rose, then the ones that fell. */
export function mostChanged(reasons: readonly ReasonRow[]): readonly ReasonRow[] {
  const change = (row: ReasonRow) => row.count - row.previous_count;
  const bySize = (a: ReasonRow, b: ReasonRow) => Math.abs(change(b)) - Math.abs(change(a)) || b.count - a.count;
  const [risen, others] = [reasons.filter((row) => change(row) > 0), reasons.filter((row) => change(row) <= 0)];
  return [...risen.toSorted(bySize), ...others.toSorted(bySize)].slice(0, SHOWN_REASONS);
}
