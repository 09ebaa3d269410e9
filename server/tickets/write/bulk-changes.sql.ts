import type { BulkPatch } from '#contract/ticket-bulk.ts';
import { json, sql, type Db } from '#server/db/db.ts';
import { tagKey } from '#server/tickets/tags/ticket-tags.ts';

export interface BulkChange {
  readonly undo_token: string;
  readonly at_utc: string;
  readonly tickets: number;
  readonly what: BulkPatch;
  readonly batch_id: string | null;
  readonly undone_utc: string | null;
}

/** One bulk call: its token, time and patch. */
export interface BulkCall {
  readonly undoToken: string;
  readonly tokenId: bigint;
  readonly atUtc: string;
  readonly patch: BulkPatch;
  readonly batchId: string | null;
}

function tagKeysOf({ add_tags: added = [], remove_tags: removed = [] }: BulkPatch): string[] {
  return [...added, ...removed].map((tag) => tagKey(tag.trim()));
}

/** Adds just changed tickets to the call's row, which earlier blocks may have created. */
export async function addToBulkChange(db: Db, siteId: bigint, call: BulkCall, tickets: number): Promise<void> {
  await db.query(sql`
    insert into ticket_bulk_change as c (site_id, undo_token, token_id, at_utc, tickets, patch, tag_keys, batch_id)
    values (${siteId}, ${call.undoToken}, ${call.tokenId}, ${call.atUtc}::timestamptz, ${tickets},
      ${json(call.patch)}::text::jsonb, ${tagKeysOf(call.patch)}::text[], ${call.batchId}::uuid)
    on conflict (site_id, undo_token) do update set tickets = c.tickets + excluded.tickets`);
}

/** The bulk changes of one API token, newest first. */
export async function findBulkChanges(
  db: Db,
  siteId: bigint,
  of: { readonly tokenId: bigint; readonly since: Date },
  limit: number,
): Promise<BulkChange[]> {
  return db.query<BulkChange>(sql`
    select c.undo_token, c.at_utc, c.tickets, c.patch as what, c.batch_id::text as batch_id, c.undone_utc
    from ticket_bulk_change c
    where c.site_id = ${siteId} and c.token_id = ${of.tokenId} and c.at_utc > ${of.since.toISOString()}
    order by c.at_utc desc, c.undo_token limit ${limit}`);
}

export async function countBulkChanges(
  db: Db,
  siteId: bigint,
  of: { readonly tokenId: bigint; readonly since: Date },
): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from ticket_bulk_change c
    where c.site_id = ${siteId} and c.token_id = ${of.tokenId} and c.at_utc > ${of.since.toISOString()}`);
  return row?.total ?? 0;
}

/** Sets the time of the undo once no ticket of the call is left. To be called in the transaction that undid some. */
export async function noteUndone(
  db: Db,
  siteId: bigint,
  undo: { readonly token: string; readonly hash: Uint8Array; readonly now: Date },
): Promise<void> {
  // Locks the row first, so the later of two concurrent calls sees the tickets of both.
  await db.query(sql`
    select 1 as one from ticket_bulk_change where site_id = ${siteId} and undo_token = ${undo.token} for update`);
  await db.query(sql`
    update ticket_bulk_change set undone_utc = ${undo.now.toISOString()}::timestamptz
    where site_id = ${siteId} and undo_token = ${undo.token} and undone_utc is null and not exists (
      select from ticket_undo where site_id = ${siteId} and token_hash = ${undo.hash} and used_utc is null)`);
}

/** Deletes bulk changes whose patch adds or removes one of these tags. */
export async function deleteBulkChangesOfTags(db: Db, siteId: bigint, keys: readonly string[]): Promise<void> {
  await db.query(sql`
    delete from ticket_bulk_change where site_id = ${siteId} and tag_keys && ${keys}::text[]`);
}

export async function deleteOldBulkChanges(db: Db, siteId: bigint, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from ticket_bulk_change where site_id = ${siteId} and undo_token in (
      select undo_token from ticket_bulk_change
      where site_id = ${siteId} and at_utc <= ${before.toISOString()}::timestamptz limit ${limit})
    returning 1 as one`);
  return rows.length;
}
