import { type Db, sql } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { hashToken, randomBase62 } from '#server/tokens/token-format.ts';
import type { LockedTicket } from './ticket-change.ts';
import { deleteOldBulkChanges } from './bulk-changes.sql.ts';
import type { TicketPriority, TicketStatus } from '#contract/tickets.ts';

const KEEP_MS = 24 * 3_600_000;

/** The undo token of one call, for all its tickets. */
export interface Undo {
  readonly token: string;
  readonly createdUtc: string;
  readonly expiresUtc: string;
}

export function newUndo(now: Date): Undo {
  return {
    token: `scu_${randomBase62(32)}`,
    createdUtc: now.toISOString(),
    expiresUtc: undoExpiresAt(now.toISOString()),
  };
}

/** Undo tokens created at this instant or before have expired. */
export function undoExpiryCutoff(now: Date): Date {
  return new Date(now.getTime() - KEEP_MS);
}

/** Saves tickets as they were. To be called in the transaction that changed them. */
export async function recordUndo(
  db: Db,
  site: SiteRef,
  { token, createdUtc }: Undo,
  before: readonly LockedTicket[],
): Promise<void> {
  if (before.length > 0) await insertUndo(db, site.id, { hash: hashToken(token), createdUtc }, before);
}

/** Keeps earlier changes undoable after a comment or the undo of a later change, which leave their fields as they were. */
export async function keepUndoable(db: Db, site: SiteRef, tickets: readonly VersionMove[]): Promise<void> {
  if (tickets.length > 0) await moveUndoVersions(db, site.id, tickets);
}

/** Expiry of the undo token of a change made at this instant. */
export function undoExpiresAt(atUtc: string): string {
  return new Date(Date.parse(atUtc) + KEEP_MS).toISOString();
}

export async function removeOldUndo(db: Db, site: SiteRef, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = undoExpiryCutoff(now);
  await inSteps(() => deleteOldUndo(db, site.id, before, STEP_ROWS), isWanted);
  await inSteps(() => deleteOldBulkChanges(db, site.id, before, STEP_ROWS), isWanted);
}

/** A ticket before a change. */
export interface SavedTicket {
  readonly id: bigint;
  /** The version after the change, or after the undo of a later change. */
  readonly version: number;
  /** The version before the change. */
  readonly before_version: number;
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
  readonly assignee_agent_id: bigint | null;
  readonly assignee_name: string | null;
  readonly tags: readonly string[];
  readonly snoozed_until_utc: string | null;
  readonly resolved_utc: string | null;
}

/** Saves tickets as they were before a change that incremented their versions. */
async function insertUndo(
  db: Db,
  siteId: bigint,
  undo: { readonly hash: Uint8Array; readonly createdUtc: string },
  before: readonly LockedTicket[],
): Promise<void> {
  await db.query(sql`
    insert into ticket_undo (site_id, token_hash, ticket_id, version, before_version, status, priority, assignee_agent_id, tags,
      snoozed_until_utc, resolved_utc, created_utc)
    select ${siteId}, ${undo.hash}::bytea, u.id, u.version + 1, u.version, u.status, u.priority, u.assignee_agent_id,
      string_to_array(u.tags, ','), u.snoozed_until_utc, u.resolved_utc, ${undo.createdUtc}::timestamptz
    from unnest(${before.map((ticket) => ticket.id)}::bigint[], ${before.map((ticket) => ticket.version)}::integer[],
      ${before.map((ticket) => ticket.status)}::text[], ${before.map((ticket) => ticket.priority)}::text[],
      ${before.map((ticket) => ticket.assignee_agent_id)}::bigint[], ${before.map((ticket) => ticket.tags.join(','))}::text[],
      ${before.map((ticket) => ticket.snoozed_until_utc)}::timestamptz[],
      ${before.map((ticket) => ticket.resolved_utc)}::timestamptz[])
      as u (id, version, status, priority, assignee_agent_id, tags, snoozed_until_utc, resolved_utc)`);
}

/** The tickets of an undo token, and whether each was restored already. */
export async function findUndo(
  db: Db,
  siteId: bigint,
  hash: Uint8Array,
  since: Date,
): Promise<{ id: bigint; is_used: boolean }[]> {
  return db.query(sql`
    select ticket_id as id, used_utc is not null as is_used from ticket_undo
    where site_id = ${siteId} and token_hash = ${hash} and created_utc > ${since.toISOString()} order by ticket_id`);
}

/** Marks the saved tickets as used and returns them, without those that another call has used. */
export async function claimSavedTickets(
  db: Db,
  siteId: bigint,
  undo: { readonly hash: Uint8Array; readonly now: Date },
  ids: readonly bigint[],
): Promise<SavedTicket[]> {
  return db.query<SavedTicket>(sql`
    with locked as (
      select ticket_id from ticket_undo
      where site_id = ${siteId} and token_hash = ${undo.hash} and ticket_id = any(${ids}::bigint[]) and used_utc is null
      order by ticket_id for update
    ), taken as (
      update ticket_undo u set used_utc = ${undo.now.toISOString()}::timestamptz from locked
      where u.site_id = ${siteId} and u.token_hash = ${undo.hash} and u.ticket_id = locked.ticket_id
      returning u.*
    )
    select k.ticket_id as id, k.version, k.before_version, k.status, k.priority, k.assignee_agent_id, a.name as assignee_name, k.tags,
      k.snoozed_until_utc, k.resolved_utc
    from taken k left join agent a on a.site_id = ${siteId} and a.id = k.assignee_agent_id`);
}

/** A ticket whose version changed while the fields that an undo restores did not. */
export interface VersionMove {
  readonly id: bigint;
  readonly from: number;
  readonly to: number;
}

/** Lets the changes that led to version `from` be undone at version `to`. */
async function moveUndoVersions(db: Db, siteId: bigint, tickets: readonly VersionMove[]): Promise<void> {
  await db.query(sql`
    update ticket_undo u set version = moved.to_version
    from unnest(${tickets.map(({ id }) => id)}::bigint[], ${tickets.map(({ from }) => from)}::integer[],
      ${tickets.map(({ to }) => to)}::integer[]) as moved (ticket_id, from_version, to_version)
    where u.site_id = ${siteId} and u.ticket_id = moved.ticket_id and u.version = moved.from_version
      and u.used_utc is null`);
}

async function deleteOldUndo(db: Db, siteId: bigint, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_undo where site_id = ${siteId} and (token_hash, ticket_id) in (
      select token_hash, ticket_id from ticket_undo
      where site_id = ${siteId} and created_utc <= ${before.toISOString()}::timestamptz order by created_utc limit ${limit})
    returning 1 as one`);
  return rows.length;
}
