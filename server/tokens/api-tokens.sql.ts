import type { ApiToken } from '#contract/tokens.ts';
import type { Scope } from '#contract/operation.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

/** The record of the API but for `is_me`, which is the caller's. */
export type ApiTokenRow = Omit<ApiToken, 'is_me' | 'scopes'> & { readonly scopes: Scope[] };

const COLUMNS: Statement = sql`
  t.id, t.token_prefix, t.label, t.scopes, t.agent_id::text as agent_id, t.rate_limit_per_min,
  t.request_count::float8 as request_count, t.created_utc, t.last_used_utc, t.expires_utc, t.revoked_utc, t.replaced_by_id`;

export async function findApiTokens(
  db: Db,
  siteId: bigint,
  page: { readonly limit: number; readonly skip: number },
): Promise<ApiTokenRow[]> {
  return db.query<ApiTokenRow>(sql`
    select ${COLUMNS} from api_token t where t.site_id = ${siteId}
    order by t.created_utc desc, t.id desc limit ${page.limit} offset ${page.skip}`);
}

export async function countApiTokens(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from api_token where site_id = ${siteId}`,
  );
  return row?.total ?? 0;
}

export async function getApiToken(db: Db, siteId: bigint, id: bigint): Promise<ApiTokenRow | undefined> {
  const [row] = await db.query<ApiTokenRow>(sql`
    select ${COLUMNS} from api_token t where t.site_id = ${siteId} and t.id = ${id}`);
  return row;
}

/** A token as it is now, held until the transaction ends, so that two rotations of it do not both succeed. */
export async function lockApiToken(db: Db, siteId: bigint, id: bigint): Promise<ApiTokenRow | undefined> {
  const [row] = await db.query<ApiTokenRow>(sql`
    select ${COLUMNS} from api_token t where t.site_id = ${siteId} and t.id = ${id} for update of t`);
  return row;
}

/** Names the successor and brings the end forward; it is never put off. */
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
