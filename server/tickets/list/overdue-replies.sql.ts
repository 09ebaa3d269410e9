import { sql, type Db } from '#server/db/db.ts';
import { isOverdue } from './ticket-conditions.sql.ts';

/** Tickets whose customers wrote at this time or before and still wait, and when the first of them wrote. */
export async function countOverdue(
  db: Db,
  siteId: bigint,
  since: string,
): Promise<{ readonly tickets: number; readonly oldest_utc: string | null }> {
  const [row] = await db.query<{ tickets: number; oldest_utc: string | null }>(sql`
    select count(*)::integer as tickets, min(t.unanswered_utc) as oldest_utc from ticket t
    where t.site_id = ${siteId} and ${isOverdue(since)}`);
  if (row === undefined) throw new Error('overdue replies were not counted');
  return row;
}
