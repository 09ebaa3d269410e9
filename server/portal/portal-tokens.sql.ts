import { portalRowDeltas, revokedDeltas } from './portal-counters.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { PortalSeed } from './portal-secret.ts';

export type PortalTokenRow = PortalSeed & {
  readonly requester_email: string;
  readonly expires_utc: string;
  readonly use_count: number;
};

/** Serializes issuing for an email until the transaction ends, so that concurrent calls get one link. */
export async function lockPortalEmail(db: Db, siteId: bigint, emailKey: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`portal ${siteId} ${emailKey}`}::text, 0))`);
}

export interface WantedToken {
  readonly emailKey: string;
  readonly keyIds: readonly string[];
  readonly now: Date;
  /** Absent: any expiry. */
  readonly endsBy: Date | undefined;
}

/** The active link of an email that expires last, among those whose token can be derived again. */
export async function getReusableToken(
  db: Db,
  siteId: bigint,
  wanted: WantedToken,
): Promise<PortalTokenRow | undefined> {
  const { endsBy } = wanted;
  const isShort = endsBy === undefined ? sql`true` : sql`expires_utc <= ${endsBy.toISOString()}::timestamptz`;
  const [row] = await db.query<PortalTokenRow>(sql`
    select id, nonce, key_id, requester_email, expires_utc, use_count from portal_token
    where site_id = ${siteId} and email_key = ${wanted.emailKey} and revoked_utc is null
      and expires_utc > ${wanted.now.toISOString()}::timestamptz and key_id = any(${wanted.keyIds}::text[])
      and ${isShort}
    order by expires_utc desc, id desc limit 1`);
  return row;
}

/** The seed of a token, whatever its state. */
export async function getPortalSeed(db: Db, siteId: bigint, id: bigint): Promise<PortalSeed | undefined> {
  const [row] = await db.query<PortalSeed>(sql`
    select id, nonce, key_id from portal_token where site_id = ${siteId} and id = ${id}`);
  return row;
}

export interface NewPortalToken extends PortalSeed {
  readonly email: string;
  readonly emailKey: string;
  readonly hash: Uint8Array;
  readonly issuedBy: string;
  readonly now: Date;
  readonly expires: Date;
}

export async function insertPortalToken(db: Db, siteId: bigint, token: NewPortalToken): Promise<void> {
  await db.query(sql`
    with made as (
      insert into portal_token (site_id, id, requester_email, email_key, nonce, key_id, token_hash, issued_by, created_utc, expires_utc)
      values (${siteId}, ${token.id}, ${token.email}, ${token.emailKey}, ${token.nonce}, ${token.key_id}, ${token.hash},
        ${token.issuedBy}, ${token.now.toISOString()}, ${token.expires.toISOString()})
      returning *
    )
    insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${portalRowDeltas(sql`made`, 1)}) d`);
}

export interface RevokedRow {
  readonly id: bigint;
  readonly revoked_utc: string;
  readonly requester_email: string;
}

/** Revokes a link; an already revoked one keeps its time. Undefined if the site has no such link. */
export async function updateRevoked(
  db: Db,
  siteId: bigint,
  id: bigint,
  now: Date,
): Promise<(RevokedRow & { readonly was_revoked: boolean }) | undefined> {
  const [row] = await db.query<RevokedRow & { was_revoked: boolean }>(sql`
    with before as (
      select id, revoked_utc from portal_token where site_id = ${siteId} and id = ${id} for update
    ), changed as (
      update portal_token p set revoked_utc = coalesce(before.revoked_utc, ${now.toISOString()}::timestamptz)
      from before where p.site_id = ${siteId} and p.id = before.id
      returning p.*, before.revoked_utc is not null as was_revoked
    ), counted as (
      insert into counter (site_id, name, key, n)
      select ${siteId}, d.* from (${revokedDeltas(sql`(select * from changed where not was_revoked)`)}) d
    )
    select id, revoked_utc, requester_email, was_revoked from changed`);
  return row;
}

/** Which links to revoke. */
export type RevokeSelection = { readonly ids: readonly bigint[] } | { readonly emailKey: string };

/** Locks the links of a selection that are not revoked yet, at most `limit`, ordered by id. */
export async function lockRevocable(
  db: Db,
  siteId: bigint,
  selection: RevokeSelection,
  limit: number,
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select p.id from portal_token p where p.site_id = ${siteId} and p.revoked_utc is null and ${isSelected(selection)}
    order by p.id limit ${limit} for update`);
  return rows.map((row) => row.id);
}

function isSelected(selection: RevokeSelection): Statement {
  return 'ids' in selection ? sql`p.id = any(${selection.ids}::bigint[])` : sql`p.email_key = ${selection.emailKey}`;
}

/** Revokes links. Returns those that were not revoked before, ordered by id. */
export async function updateManyRevoked(
  db: Db,
  siteId: bigint,
  ids: readonly bigint[],
  now: Date,
): Promise<RevokedRow[]> {
  const rows = await db.query<RevokedRow>(sql`
    with changed as (
      update portal_token set revoked_utc = ${now.toISOString()}::timestamptz
      where site_id = ${siteId} and id = any(${ids}::bigint[]) and revoked_utc is null
      returning *
    ), counted as (
      insert into counter (site_id, name, key, n) select ${siteId}, d.* from (${revokedDeltas(sql`changed`)}) d
    )
    select id, revoked_utc, requester_email from changed`);
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}
