import type { DraftUse } from '#contract/ticket-writes.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { fieldError } from '#server/operation/field-errors.ts';

export interface UsedDraft {
  readonly callId: bigint;
  readonly use: DraftUse;
}

/** @throws ApiError bad_field unless the call drafted a reply for this ticket */
export async function checkDraft(db: Db, site: SiteRef, ticketId: bigint, callId: bigint): Promise<void> {
  const rows = await db.query(sql`
    select 1 as one from ai_call where site_id = ${site.id} and id = ${callId} and ticket_id = ${ticketId}
      and feature = 'copilot' and status = 'ok'`);
  if (rows.length === 0) throw fieldError('draft_call_id', 'must be the call_id of a draft for this ticket');
}

/** Stores what became of a draft. The first comment that names the call counts; later ones change nothing. */
export async function recordDraftUse(
  db: Db,
  siteId: bigint,
  { callId, use }: UsedDraft,
  commentId: bigint,
): Promise<void> {
  await db.query(sql`
    insert into draft_use (site_id, call_id, comment_id, use) values (${siteId}, ${callId}, ${commentId}, ${use})
    on conflict do nothing`);
}

/** Counts a use of each saved reply; ids of replies that were deleted meanwhile are ignored. */
export async function countReplyUses(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  // Locks in the order of ids, so that two comments with the same replies cannot deadlock.
  await db.query(sql`
    with used as materialized (
      select id from saved_reply where site_id = ${siteId} and id = any(${ids}::bigint[]) order by id for update
    )
    update saved_reply r set used_count = r.used_count + 1 from used where r.site_id = ${siteId} and r.id = used.id`);
}
