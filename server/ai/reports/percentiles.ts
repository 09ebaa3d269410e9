import { EXACT_CALLS } from '#contract/ai-latency.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countCallsInSums } from './calls.sql.ts';
import { CALL_GROUPS, findPercentiles, type GroupKeys, type UsageSelection, type UsageSums } from './usage.sql.ts';

export type Percentiles = Pick<AiUsageRow, 'p50_ms' | 'p95_ms'>;
export const NO_PERCENTILES: Percentiles = { p50_ms: null, p95_ms: null };

interface Asked {
  readonly selection: UsageSelection;
  readonly rows: readonly UsageSums[];
  /** The rows come from the sums by day. */
  readonly isSummed: boolean;
}

/**
 * The percentiles of each group, by `groupKey`, from the calls themselves; null where that are more calls than are read
 * for it: those of the days, or of the rows where the calls were added up one by one.
 */
export async function readPercentiles(
  db: Db,
  site: SiteRef,
  { selection, rows, isSummed }: Asked,
): Promise<ReadonlyMap<string, Percentiles> | null> {
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  if (calls === 0) return new Map();
  if (calls > EXACT_CALLS) return null;
  // Calls that failed have an index; those of a feature or a model, or from a cache, are found among all of their days.
  const among = selection.filter.status === 'error' ? { status: 'error' as const } : {};
  if (isSummed && (await countCallsInSums(db, site.id, selection.days, among)) > EXACT_CALLS) return null;
  const group = CALL_GROUPS.find((name) => selection.groups.includes(name));
  const only = group === undefined ? {} : { group, keys: rows.map((row) => String(row[KEYS[group]])) };
  const found = await findPercentiles(db, site.id, selection, only);
  return new Map(found.map((row) => [groupKey(row), { p50_ms: row.p50_ms, p95_ms: row.p95_ms }]));
}

const KEYS = { session: 'session_id', ticket: 'ticket_id', customer: 'customer_id' } as const;

/** Tells one group from another. */
export function groupKey(row: GroupKeys): string {
  const { day, feature, model, token_id, session_id, ticket_id, customer_id } = row;
  return JSON.stringify([day, feature, model, session_id, ...[token_id, ticket_id, customer_id].map(String)]);
}
