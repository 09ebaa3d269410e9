import { sql, type Db } from '#server/db/db.ts';

const AT = '2026-01-01T00:00:00Z';

/** As many sessions, handoffs, ratings, starters and visitors as are asked for, by hand. @param db The owner's handle. */
export async function insertConversations(db: Db, siteId: bigint, count: number): Promise<void> {
  await db.query(sql`
    insert into chat_session (site_id, id, session_id, channel, started_utc)
    select ${siteId}, n, 'session ' || n, 'web', ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into handoff (site_id, id, session_id, reason, status, created_utc)
    select ${siteId}, n, 'session ' || n, 'Reason', 'waiting', ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into feedback (site_id, id, rating, created_utc)
    select ${siteId}, n, n % 6, ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into conversation_starter (site_id, id, text, position, created_utc)
    select ${siteId}, n, 'Starter ' || n, 1, ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into visitor (site_id, id, visitor_key, search_text, first_seen_utc, last_seen_utc)
    select ${siteId}, n, 'visitor ' || n, '', ${AT}, ${AT} from generate_series(1, ${count}::integer) n`);
}
