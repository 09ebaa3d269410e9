import { EXACT_CALLS } from '#contract/ai-latency.ts';
import type { AiUsageRow } from '#contract/ai-reports.ts';
import type { GroupKeys, GroupsOfPage, UsageReader, UsageTotals } from './usage.sql.ts';

export type Percentiles = Pick<AiUsageRow, 'p50_ms' | 'p95_ms'>;
export const NO_PERCENTILES: Percentiles = { p50_ms: null, p95_ms: null };

interface PercentilesRequest {
  readonly rows: readonly UsageTotals[];
  /** Reads single calls. */
  readonly reader: UsageReader;
  /** The groups of the page, for groups with many keys. */
  readonly only: GroupsOfPage | null;
  /** Whether too many calls beyond those of the rows would have to be read. */
  readonly hasTooManyCalls?: () => Promise<boolean>;
}

/** The exact percentiles of each group by `groupKey`, from single calls; null if there are too many calls to read. */
export async function readPercentiles({
  rows,
  reader,
  only,
  hasTooManyCalls,
}: PercentilesRequest): Promise<ReadonlyMap<string, Percentiles> | null> {
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  if (calls === 0) return new Map();
  if (calls > EXACT_CALLS || (await hasTooManyCalls?.()) === true) return null;
  const found = await reader.findPercentiles(only);
  return new Map(found.map((row) => [groupKey(row), { p50_ms: row.p50_ms, p95_ms: row.p95_ms }]));
}

/** A unique key of a group. */
export function groupKey(row: GroupKeys): string {
  const { day, feature, model, token_id, session_id, ticket_id, customer_id } = row;
  return JSON.stringify([day, feature, model, session_id, ...[token_id, ticket_id, customer_id].map(String)]);
}
