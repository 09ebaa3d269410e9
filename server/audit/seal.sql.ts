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

export type AuditLine = AuditRow & { readonly id: bigint };

/** Lines from the beginning of a minute until the end of one, by id. */
export async function findAuditBetween(db: Db, siteId: bigint, from: string, end: Date): Promise<AuditLine[]> {
  return db.query(sql`
    select id, at_utc, actor_kind, token_id, token_prefix, label, action, object_type, object_id,
      changes::text as changes, outcome, request_id, network, user_agent
    from audit_log
    where site_id = ${siteId} and at_utc >= ${from} and at_utc < ${end.toISOString()}
    order by id`);
}

export async function getSealBefore(db: Db, siteId: bigint, minute: string): Promise<Uint8Array | undefined> {
  const [row] = await db.query<{ hash: Uint8Array }>(sql`
    select hash from audit_seal where site_id = ${siteId} and minute_utc < ${minute}
    order by minute_utc desc limit 1`);
  return row?.hash;
}

export async function getLastSeal(
  db: Db,
  siteId: bigint,
): Promise<{ readonly minute_utc: string; readonly hash: Uint8Array } | undefined> {
  const [row] = await db.query<{ minute_utc: string; hash: Uint8Array }>(sql`
    select minute_utc, hash from audit_seal where site_id = ${siteId} order by minute_utc desc limit 1`);
  return row;
}

export interface Seal {
  readonly minute: string;
  readonly count: number;
  readonly hash: Uint8Array;
}

export async function insertSeals(db: Db, siteId: bigint, seals: readonly Seal[]): Promise<void> {
  await db.query(sql`
    insert into audit_seal (site_id, minute_utc, entry_count, hash)
    select ${siteId}, u.minute_utc, u.entry_count, u.hash
    from unnest(${seals.map(({ minute }) => minute)}::timestamptz[], ${seals.map(({ count }) => count)}::integer[],
      ${seals.map(({ hash }) => hash)}::bytea[]) as u (minute_utc, entry_count, hash)`);
}

/** Answers how many of at most `limit` lines went. */
export async function deleteAuditBefore(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from audit_log where ctid = any(array(
      select ctid from audit_log where at_utc < ${before.toISOString()} limit ${limit} for update skip locked))
    returning 1 as one`);
  return rows.length;
}
