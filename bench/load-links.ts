import { recountAll } from '#server/testing/recount.ts';
import { sql, type Db } from '#server/db/db.ts';
import { vacuum } from './vacuum.ts';

export const LINKS = 1_000_000;
/** Ids far behind those that the site draws. */
const FIRST_ID = 1_000_000_000;

/** Four of five are of one domain, one of 200 is revoked, one of 400 was opened often. */
export async function loadLinks(db: Db, siteId: number, at: string): Promise<void> {
  await db.query(sql`
    insert into portal_token (site_id, id, requester_email, email_key, nonce, key_id, token_hash, issued_by, use_count,
      created_utc, expires_utc, revoked_utc)
    select ${siteId}, ${FIRST_ID}::bigint + n, m.email, m.email, '', '', sha256(('link ' || n)::bytea), 'Bench',
      case when n % 400 = 0 then 50 when n % 100 = 0 then 0 else 1 + n % 5 end, ${at}::timestamptz - interval '1 minute' * n,
      ${at}::timestamptz - interval '1 minute' * (n - 200000), case when n % 200 = 0 then ${at}::timestamptz end
    from generate_series(1, ${LINKS}::integer) n
    cross join lateral (select 'person.' || lpad(n::text, 7, '0') || '@' ||
      case when n % 10 < 8 then 'example.org' else n % 500 || '.example' end as email) m`);
  await recountAll(db);
  await vacuum(db, 'portal_token');
}
