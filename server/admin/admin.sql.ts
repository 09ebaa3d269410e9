import { sql, type Db } from '#server/db/db.ts';

interface ListedSite {
  readonly site_id: bigint;
  readonly name: string;
  readonly time_zone: string;
  readonly is_demo: boolean;
  readonly country: string | null;
  readonly undeployed: readonly string[];
  readonly created_utc: string;
}

/** @param db The owner's handle. */
export async function findSites(db: Db): Promise<ListedSite[]> {
  return db.query<ListedSite>(sql`
    select id as site_id, name, time_zone, is_demo, country, undeployed, created_utc from site order by id`);
}

interface ListedToken {
  readonly token_id: bigint;
  readonly label: string;
  /** The first 14 of its 48 characters, by which it is identified everywhere. */
  readonly token_prefix: string;
  readonly scopes: readonly string[];
  readonly rate_limit_per_min: number;
  readonly agent_id: string | null;
  readonly request_count: bigint;
  readonly created_utc: string;
  readonly last_used_utc: string | null;
  readonly expires_utc: string | null;
  readonly revoked_utc: string | null;
}

/** Includes ended tokens: their rows stay. */
export async function findTokens(db: Db, siteId: bigint): Promise<ListedToken[]> {
  return db.query<ListedToken>(sql`
    select id as token_id, label, token_prefix, scopes, rate_limit_per_min, agent_id::text as agent_id, request_count,
      created_utc, last_used_utc, expires_utc, revoked_utc
    from api_token where site_id = ${siteId} order by id`);
}

/** Ids of tokens are unique over all sites. @param db The owner's handle. */
export async function findSiteOfToken(db: Db, tokenId: bigint): Promise<bigint | undefined> {
  const [row] = await db.query<{ site_id: bigint }>(sql`select site_id from api_token where id = ${tokenId}`);
  return row?.site_id;
}

interface ListedAgent {
  readonly agent_id: string;
  readonly name: string;
  readonly created_utc: string;
}

export async function findAgents(db: Db, siteId: bigint): Promise<ListedAgent[]> {
  return db.query<ListedAgent>(sql`
    select id::text as agent_id, name, created_utc from agent where site_id = ${siteId} order by id`);
}
