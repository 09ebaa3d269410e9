import { sql, type Db } from '#server/db/db.ts';
import type { AuditRow } from './audit.sql.ts';

/** One node at a time, so that each seal is made from the one before. */
export async function lockSeals(db: Db): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(21, 0)`);
}

/** Minutes that are over, have entries and lie after the site's last seal. */
export async function findUnsealedMinutes(db: Db, before: Date): Promise<{ site_id: bigint; minute_utc: string }[]> {
  return db.query(sql`
    select distinct a.site_id, date_trunc('minute', a.at_utc, 'UTC') as minute_utc
    from site s
    cross join lateral (
      select coalesce(max(minute_utc) + interval '1 minute', '-infinity') as from_utc
      from audit_seal where site_id = s.id
    ) sealed
    join audit_log a on a.site_id = s.id and a.at_utc >= sealed.from_utc and a.at_utc < ${before.toISOString()}
    order by 1, 2`);
}

export async function findAuditOfMinute(
  db: Db,
  siteId: bigint,
  minute: string,
  end: Date,
): Promise<(AuditRow & { readonly id: bigint })[]> {
  return db.query(sql`
    select id, at_utc, actor_kind, token_id, token_prefix, label, action, object_type, object_id,
      changes::text as changes, outcome, request_id, network, user_agent
    from audit_log
    where site_id = ${siteId} and at_utc >= ${minute} and at_utc < ${end.toISOString()}
    order by id`);
}

export async function getSealBefore(db: Db, siteId: bigint, minute: string): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ hash: Uint8Array }>(sql`
    select hash from audit_seal where site_id = ${siteId} and minute_utc < ${minute}
    order by minute_utc desc limit 1`);
  return row?.hash;
}

export async function insertSeal(
  db: Db,
  siteId: bigint,
  minute: string,
  entryCount: number,
  hash: Uint8Array,
): Promise<void> {
  await db.query(sql`
    insert into audit_seal (site_id, minute_utc, entry_count, hash)
    values (${siteId}, ${minute}, ${entryCount}, ${hash})`);
}

export async function deleteAuditBefore(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from audit_log where at_utc < ${before.toISOString()}`);
}
