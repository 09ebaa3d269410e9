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
  /** A UUID. */
  readonly session_id: string;
  readonly session_scopes: Scope[];
  readonly session_expires_utc: string;
  readonly session_last_used_utc: string;
  readonly session_ended_utc: string | null;
}

const TOKEN_COLUMNS = sql`
  t.id as token_id, t.token_prefix, t.label, t.scopes, t.rate_limit_per_min, t.agent_id, t.request_count, t.created_utc,
  t.last_used_utc, t.expires_utc, t.revoked_utc, s.id as site_id, s.name as site_name, s.time_zone, s.is_demo, s.undeployed,
  s.country`;

export async function getTokenByHash(db: Db, siteId: bigint, hash: Uint8Array): Promise<TokenRow | undefined> {
  const [row] = await db.query<TokenRow>(sql`
    select ${TOKEN_COLUMNS} from api_token t join site s on s.id = t.site_id
    where t.site_id = ${siteId} and t.token_hash = ${hash}`);
  return row;
}

export async function getSessionByHash(db: Db, siteId: bigint, hash: Uint8Array): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(sql`
    select ${TOKEN_COLUMNS}, b.id as session_id, b.scopes as session_scopes, b.expires_utc as session_expires_utc,
      b.last_used_utc as session_last_used_utc, b.ended_utc as session_ended_utc
    from browser_session b
    join api_token t on t.site_id = b.site_id and t.id = b.token_id
    join site s on s.id = b.site_id
    where b.site_id = ${siteId} and b.token_hash = ${hash}`);
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
    on conflict (site_id, token_hash) do nothing
    returning id`);
  return row?.id;
}

/** @returns whether it was revoked before; undefined if there is no such token */
export async function updateTokenRevoked(
  db: Db,
  siteId: bigint,
  tokenId: bigint,
  now: Date,
): Promise<boolean | undefined> {
  const [row] = await db.query<{ was_revoked: boolean }>(sql`
    with before as (
      select id, revoked_utc from api_token where site_id = ${siteId} and id = ${tokenId} for update
    )
    update api_token t set revoked_utc = coalesce(before.revoked_utc, ${now.toISOString()})
    from before where t.site_id = ${siteId} and t.id = before.id
    returning before.revoked_utc is not null as was_revoked`);
  return row?.was_revoked;
}

/** Makes every node look up the tokens of a site again. */
export async function notifyTokensChanged(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_notify('tokens_changed', ${siteId.toString()})`);
}

/** Uses of a site's tokens and sessions since the last write. */
export interface Uses {
  readonly tokens: readonly { readonly id: bigint; readonly calls: bigint; readonly used: Date }[];
  readonly sessions: readonly { readonly id: string; readonly used: Date }[];
}

/** The time of a last use never moves backwards, whatever clock or node wrote it. */
export async function updateUses(db: Db, siteId: bigint, { tokens, sessions }: Uses): Promise<void> {
  await db.query(sql`
    with of_sessions as (
      update browser_session b set last_used_utc = greatest(b.last_used_utc, u.used)
      from unnest(${sessions.map(({ id }) => id)}::uuid[],
        ${sessions.map(({ used }) => used.toISOString())}::timestamptz[]) as u (id, used)
      where b.site_id = ${siteId} and b.id = u.id
    )
    update api_token t set request_count = t.request_count + u.calls, last_used_utc = greatest(t.last_used_utc, u.used)
    from unnest(${tokens.map(({ id }) => id)}::bigint[], ${tokens.map(({ calls }) => calls)}::bigint[],
      ${tokens.map(({ used }) => used.toISOString())}::timestamptz[]) as u (id, calls, used)
    where t.site_id = ${siteId} and t.id = u.id`);
}

export async function isSite(db: Db, siteId: bigint): Promise<boolean> {
  return (await db.query(sql`select 1 as one from site where id = ${siteId}`)).length > 0;
}

export async function isAgent(db: Db, siteId: bigint, agentId: bigint): Promise<boolean> {
  return (await db.query(sql`select 1 as one from agent where site_id = ${siteId} and id = ${agentId}`)).length > 0;
}
