import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countOverdue } from './overdue-replies.sql.ts';
import { dueOf, isoOf, readReplyClock } from './reply-due.ts';

/** How many replies are overdue, and when the first of them was due; null if the site has no reply target. */
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
