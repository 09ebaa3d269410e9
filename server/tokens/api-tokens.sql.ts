import type { ApiToken } from '#contract/tokens.ts';
import type { Scope } from '#contract/operation.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { isLiveSession } from './sessions.sql.ts';

/** The API's record without `is_me`, which depends on the caller. */
export type ApiTokenRow = Omit<ApiToken, 'is_me' | 'scopes'> & { readonly scopes: Scope[] };

const columns = (now: Date): Statement => sql`
  t.id, t.token_prefix, t.label, t.scopes, t.agent_id::text as agent_id, t.rate_limit_per_min,
  t.request_count::float8 as request_count, t.created_utc, t.last_used_utc, t.expires_utc, t.revoked_utc, t.replaced_by_id,
  t.issued_by_token_id,
  case when ${isLiveToken(now)} then (
    select count(*)::integer from browser_session b
    where b.site_id = t.site_id and b.token_id = t.id and ${isLiveSession(now)}
  ) else 0 end as live_sessions`;

/** A condition on the row `t`. */
function isLiveToken(now: Date): Statement {
  return sql`(t.revoked_utc is null and t.expires_utc > ${now.toISOString()}::timestamptz)`;
}

export async function findApiTokens(
  db: Db,
  siteId: bigint,
  page: { readonly limit: number; readonly skip: number },
  now: Date,
): Promise<ApiTokenRow[]> {
  return db.query<ApiTokenRow>(sql`
    select ${columns(now)} from api_token t where t.site_id = ${siteId}
    order by t.created_utc desc, t.id desc limit ${page.limit} offset ${page.skip}`);
}

export async function countApiTokens(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from api_token where site_id = ${siteId}`,
  );
  return row?.total ?? 0;
}

/** Serializes calls that issue tokens for one site, so that none exceeds the limit. */
export async function lockTokensOf(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`api tokens ${siteId}`}::text, 0))`);
}

export async function countLiveTokens(db: Db, siteId: bigint, now: Date): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from api_token t where t.site_id = ${siteId} and ${isLiveToken(now)}`,
  );
  return row?.total ?? 0;
}

export async function getApiToken(db: Db, siteId: bigint, id: bigint, now: Date): Promise<ApiTokenRow | undefined> {
  const [row] = await db.query<ApiTokenRow>(sql`
    select ${columns(now)} from api_token t where t.site_id = ${siteId} and t.id = ${id}`);
  return row;
}

/** Locks the row until the transaction ends, so that two rotations of a token do not both succeed. */
export async function lockApiToken(db: Db, siteId: bigint, id: bigint, now: Date): Promise<ApiTokenRow | undefined> {
  const [row] = await db.query<ApiTokenRow>(sql`
    select ${columns(now)} from api_token t where t.site_id = ${siteId} and t.id = ${id} for update of t`);
  return row;
}

/** The expiry of a token's issuer, or of the last successor in its chain of rotations. Null if that one has ended. */
export async function getIssuerEnd(db: Db, siteId: bigint, issuerId: bigint, now: Date): Promise<string | null> {
  const [row] = await db.query<{ expires_utc: string }>(sql`
    with recursive issuer as (
      select id, replaced_by_id from api_token where site_id = ${siteId} and id = ${issuerId}
      union
      select n.id, n.replaced_by_id from issuer i join api_token n on n.site_id = ${siteId} and n.id = i.replaced_by_id
    )
    select t.expires_utc from issuer i join api_token t on t.site_id = ${siteId} and t.id = i.id
    where i.replaced_by_id is null and ${isLiveToken(now)}`);
  return row?.expires_utc ?? null;
}

/** Sets the successor and shortens the lifetime; it never extends it. */
export async function updateReplaced(
  db: Db,
  siteId: bigint,
  id: bigint,
  by: { readonly newId: bigint; readonly end: Date },
): Promise<void> {
  await db.query(sql`
    update api_token set replaced_by_id = ${by.newId}, expires_utc = least(expires_utc, ${by.end.toISOString()}::timestamptz)
    where site_id = ${siteId} and id = ${id}`);
}

export async function updateLabel(db: Db, siteId: bigint, id: bigint, label: string): Promise<void> {
  await db.query(sql`update api_token set label = ${label} where site_id = ${siteId} and id = ${id}`);
}
