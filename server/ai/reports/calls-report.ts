import type { AiCallEntry } from '#contract/ai-reports.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { isCountedInSums } from './call-filter.sql.ts';
import { countCalls, countCallsInSums, findCalls } from './calls.sql.ts';
import { readDays, type CallsQuery } from './report-parameters.ts';

/** The calls behind the figures, and those that a limit kept away. */
export async function listCalls(
  db: Db,
  site: SiteRef,
  query: CallsQuery,
  now: Date,
): Promise<{ readonly items: AiCallEntry[]; readonly total_count: number }> {
  const days = readDays(query, now);
  const rows = await findCalls(db, site.id, { days, filter: query, order: query.order_by ?? 'created' }, query);
  const items = rows.map((row) => ({ ...row, cost_usd: Number(row.cost_usd) }));
  const count = isCountedInSums(query) ? countCallsInSums : countCalls;
  return { items, total_count: await count(db, site.id, days, query) };
}
