import type { Country } from '#contract/dialling.ts';
import type { Scope } from '#contract/operation.ts';
import { sql, type Db } from '#server/db/db.ts';

/** A live or ended token with its site, as needed to authorize a call. */
export interface TokenRow {
  readonly token_id: bigint;
  readonly token_prefix: string;
  readonly label: string;
  readonly scopes: Scope[];
  readonly rate_limit_per_min: number;
  readonly agent_id: bigint | null;
  readonly request_count: bigint;
  readonly created_utc: string;
  readonly last_used_utc: string | null;
  readonly expires_utc: string | null;
  readonly revoked_utc: string | null;
  readonly site_id: bigint;
  readonly site_name: string;
  readonly time_zone: string;
  readonly is_demo: boolean;
  readonly country: Country | null;
  readonly undeployed: ('channels' | 'ai_usage')[];
}

export interface SessionRow extends TokenRow {
  readonly session_id: bigint;
  readonly session_scopes: Scope[];
  readonly session_expires_utc: string;
  readonly session_last_used_utc: string;
  readonly session_ended_utc: string | null;
}

const TOKEN_COLUMNS = sql`
  (f.token).id as token_id, (f.token).token_prefix, (f.token).label, (f.token).scopes, (f.token).rate_limit_per_min,
  (f.token).agent_id, (f.token).request_count, (f.token).created_utc, (f.token).last_used_utc, (f.token).expires_utc,
  (f.token).revoked_utc, (f.site).id as site_id, (f.site).name as site_name, (f.site).time_zone, (f.site).is_demo,
  (f.site).undeployed, (f.site).country`;

export async function getTokenByHash(db: Db, hash: Uint8Array): Promise<TokenRow | undefined> {
  const [row] = await db.query<TokenRow>(sql`select ${TOKEN_COLUMNS} from find_api_token(${hash}) f`);
  return row;
}

export async function getSessionByHash(db: Db, hash: Uint8Array): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(sql`
    select ${TOKEN_COLUMNS}, (f.session).id as session_id, (f.session).scopes as session_scopes,
      (f.session).expires_utc as session_expires_utc, (f.session).last_used_utc as session_last_used_utc,
      (f.session).ended_utc as session_ended_utc
    from find_browser_session(${hash}) f`);
  return row;
}

export interface NewToken {
  readonly siteId: bigint;
  readonly hash: Uint8Array;
  readonly prefix: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMin: number;
  readonly agentId: bigint | null;
  readonly now: Date;
  readonly expires: Date;
  /** Null if an administrator issued it. */
  readonly issuedBy: bigint | null;
}

/** @returns undefined if this token exists already */
export async function insertToken(db: Db, token: NewToken): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into api_token
      (site_id, token_hash, token_prefix, label, scopes, rate_limit_per_min, agent_id, created_utc, expires_utc,
        issued_by_token_id)
    values (${token.siteId}, ${token.hash}, ${token.prefix}, ${token.label}, ${token.scopes},
      ${token.rateLimitPerMin}, ${token.agentId}, ${token.now.toISOString()}, ${token.expires.toISOString()},
      ${token.issuedBy})
    on conflict (token_hash) do nothing
    returning id`);
  return row?.id;
}

/** @returns undefined if there is no such token */
export async function updateTokenRevoked(
  db: Db,
  tokenId: bigint,
  now: Date,
): Promise<{ site_id: bigint; was_revoked: boolean } | undefined> {
  const [row] = await db.query<{ site_id: bigint; was_revoked: boolean }>(sql`
    with before as (select id, site_id, revoked_utc from api_token where id = ${tokenId} for update)
    update api_token t set revoked_utc = coalesce(before.revoked_utc, ${now.toISOString()})
    from before where t.id = before.id
    returning before.site_id, before.revoked_utc is not null as was_revoked`);
  return row;
}

/** Makes every node look up the tokens of a site again. */
export async function notifyTokensChanged(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_notify('tokens_changed', ${siteId.toString()})`);
}

export interface TokenUse {
  readonly id: bigint;
  readonly calls: bigint;
  readonly used: Date;
}

export async function updateTokenUse(db: Db, uses: readonly TokenUse[]): Promise<void> {
  await db.query(sql`
    select record_token_use(${uses.map((use) => use.id)}::bigint[], ${uses.map((use) => use.calls)}::bigint[],
      ${uses.map((use) => use.used.toISOString())}::timestamptz[])`);
}

export async function updateSessionUse(
  db: Db,
  uses: readonly { readonly id: bigint; readonly used: Date }[],
): Promise<void> {
  await db.query(sql`
    select record_session_use(${uses.map((use) => use.id)}::bigint[], ${uses.map((use) => use.used.toISOString())}::timestamptz[])`);
}

export async function isSite(db: Db, siteId: bigint): Promise<boolean> {
  return (await db.query(sql`select 1 as one from site where id = ${siteId}`)).length > 0;
}

export async function isAgent(db: Db, siteId: bigint, agentId: bigint): Promise<boolean> {
  return (await db.query(sql`select 1 as one from agent where site_id = ${siteId} and id = ${agentId}`)).length > 0;
}
