import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { hasAiUsage } from './ai-limits.ts';
import { getUsageRow } from './ai-usage.sql.ts';
import { utcDate, utcMonth } from './utc-periods.ts';

const NONE = { calls_month: 0, tokens_month: 0n, cost_month_usd: 0, errors_month: 0, cache_hits_month: 0 };

/** Sums the AI calls of this UTC month, as GET ai_usage answers them. */
export async function sumAiMonth(
  db: Db,
  site: Pick<Site, 'id' | 'undeployed'>,
  now: Date,
): Promise<MigrationStatus['ai_usage']> {
  if (!hasAiUsage(site)) return NONE;
  const today = utcDate(now);
  const monthStart = utcMonth(now).startUtc.slice(0, 10);
  const row = await getUsageRow(db, site.id, { today, yesterday: utcDate(now, -1), monthStart, from: today });
  return {
    calls_month: row.calls_month,
    tokens_month: row.tokens_month,
    cost_month_usd: Number(row.cost_month_usd),
    errors_month: row.errors_month,
    cache_hits_month: row.cache_hits_month,
  };
}
