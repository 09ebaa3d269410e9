import type { AiCap } from '#contract/ai-names.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface FiredAlert {
  readonly cap: AiCap;
  readonly threshold: number;
  readonly period_start: string;
  readonly fired_utc: string;
}

/** Finds the alerts of all periods, unordered. */
export async function findFiredAlerts(db: Db, siteId: bigint): Promise<FiredAlert[]> {
  return db.query<FiredAlert>(
    sql`select cap, threshold, period_start, fired_utc from ai_cap_notice where site_id = ${siteId}`,
  );
}
