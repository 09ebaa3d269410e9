import { sql, type Db } from './db.ts';

/** Refreshes the planner's statistics of tables that an import has made much larger. Call it outside of a transaction. */
export async function analyzeGrown(db: Db, tables: readonly string[]): Promise<void> {
  await db.query(sql`select analyze_grown(${tables}::regclass[])`);
}
