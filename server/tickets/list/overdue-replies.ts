import { type Db, sql } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { dueOf, isoOf, readReplyClock } from './reply-due.ts';
import { isOverdue } from './ticket-conditions.sql.ts';

/** The number of overdue replies, and when the first one was due; null if the site has no reply target. */
export async function readOverdueReplies(
  db: Db,
  site: SiteRef,
  now: Date,
): Promise<{ readonly tickets: number; readonly since_utc: string | null } | null> {
  const clock = await readReplyClock(db, site);
  if (clock === null) return null;
  const since = isoOf(clock.overdueSince(now.getTime()));
  if (since === null) return { tickets: 0, since_utc: null };
  const { tickets, oldest_utc: oldest } = await countOverdue(db, site.id, since);
  return { tickets, since_utc: dueOf(clock, oldest, now) };
}

/** The number of tickets whose customers wrote at this time or before and still wait, and the earliest of these times. */
async function countOverdue(
  db: Db,
  siteId: bigint,
  since: string,
): Promise<{ readonly tickets: number; readonly oldest_utc: string | null }> {
  const [row] = await db.query<{ tickets: number; oldest_utc: string | null }>(sql`
    select count(*)::integer as tickets, min(t.unanswered_utc) as oldest_utc from ticket t
    where t.site_id = ${siteId} and ${isOverdue(since)}`);
  if (row === undefined) throw new Error('the count returned no row');
  return row;
}
