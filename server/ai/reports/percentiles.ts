import { EXACT_CALLS } from '#contract/ai-latency.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { GroupKeys, GroupsOfPage, UsageReader, UsageSums } from './usage.sql.ts';

export type Percentiles = Pick<AiUsageRow, 'p50_ms' | 'p95_ms'>;
export const NO_PERCENTILES: Percentiles = { p50_ms: null, p95_ms: null };

interface Asked {
  readonly rows: readonly UsageSums[];
  /** How the calls themselves are read. */
  readonly reader: UsageReader;
  /** Where the rows are groups of very many. */
  readonly only: GroupsOfPage | null;
  /** Whether more calls would have to be read than those of the rows, and too many. */
  readonly areTooMany?: () => Promise<boolean>;
}

/**
 * The percentiles of each group, by `groupKey`, from the calls themselves; null where that are more calls than are read
 * for it: those of the days, or of the rows where the calls were added up one by one.
 */
export async function readPercentiles({
  rows,
  reader,
  only,
  areTooMany,
}: Asked): Promise<ReadonlyMap<string, Percentiles> | null> {
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  if (calls === 0) return new Map();
  if (calls > EXACT_CALLS || (await areTooMany?.()) === true) return null;
  const found = await reader.findPercentiles(only);
  return new Map(found.map((row) => [groupKey(row), { p50_ms: row.p50_ms, p95_ms: row.p95_ms }]));
}

/** Tells one group from another. */
export function groupKey(row: GroupKeys): string {
  const { day, feature, model, token_id, session_id, ticket_id, customer_id } = row;
  return JSON.stringify([day, feature, model, session_id, ...[token_id, ticket_id, customer_id].map(String)]);
}
