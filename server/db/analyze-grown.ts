import { sql, type Db } from './db.ts';

/**
 * Refreshes the planner's statistics of tables that an import has made much larger, or in which they do not know this
 * site yet. Call it outside of a transaction.
 */
export async function analyzeGrown(db: Db, siteId: bigint, tables: readonly string[]): Promise<void> {
  await db.query(sql`select analyze_grown(${tables}::regclass[], ${siteId})`);
}
