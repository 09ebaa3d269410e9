import type { KeptRow, undoCustomerMerge as UndoCustomerMerge } from '#contract/customer-merges.ts';
import type { Reply } from '#contract/operation.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { findByAlias, restoreAliases } from '#server/customers/aliases.sql.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import {
  findEmailOwner,
  insertCustomerRow,
  lockCustomerRows,
  recountTickets,
  updateCustomerRow,
  type CustomerRow,
} from './customer-row.sql.ts';
import { findPairs, storePairs } from './find-pairs.ts';
import { copyDistinct } from './merge.sql.ts';
import { identityOf } from './merge-customers.ts';
import {
  getUndoData,
  lockReceipt,
  markUndone,
  type ReceiptRow,
  type UndoData,
  receiptOf,
  undoUntil,
} from './receipt.ts';
import {
  deleteDistinct,
  deleteCreatedNote,
  findOwnBindings,
  findRowsSince,
  moveBack,
  unbindCreated,
} from './undo-merge.sql.ts';

/** Most listed rows per kind. */
const MAX_KEPT = 200;

/**
 * Undoes a merge: restores the merged customer and those of its rows that the survivor still has. Later rows stay with the
 * survivor and are listed. Call inside a transaction. See docs/api.md, "Merging customers".
 * @throws ApiError not_found, conflict
 */
export async function undoMerge(
  db: Db,
  site: ContactSite,
  id: bigint,
  context: AuditContext,
): Promise<Reply<typeof UndoCustomerMerge>> {
  const { actor, now } = context;
  await lockBindings(db, site.id, 'with others');
  const receipt = await lockReceipt(db, site.id, id);
  if (receipt === undefined) throw new ApiError('not_found', 'There is no merge with this id');
  checkUndoable(receipt, now);
  const undo = await getUndoData(db, site.id, id);
  if (undo === undefined)
    throw new ApiError('conflict', 'The data of this person was erased, so nothing can be undone');
  const [survivor] = await lockCustomerRows(db, site.id, [receipt.survivor_id]);
  if (survivor === undefined) throw await survivorIsGone(db, site, receipt.survivor_id);

  const kept: KeptRow[] = [];
  const fields = await freeEmail(db, site, restoreFields(survivor, undo, kept), [survivor.id], kept);
  // The survivor first: emails are unique, so it must give up the restored one before the other customer is inserted.
  await updateCustomerRow(db, site.id, fields);
  const before = { ...undo.merged_before, id: receipt.merged_id, version: undo.merged_before.version + 1 };
  const restored = await freeEmail(db, site, before, [], kept);
  await insertCustomerRow(db, site.id, restored);
  const bindingIds = undo.handles.map((handle) => BigInt(handle.id));
  const held = new Set(await findOwnBindings(db, site.id, survivor.id, bindingIds));
  for (const { id: handle, channel, external_user_id } of undo.handles)
    if (!held.has(BigInt(handle))) kept.push({ kind: 'handle', id: handle, label: `${channel} ${external_user_id}` });
  const back = await moveBack(db, site.id, {
    ...{ from: survivor.id, to: restored.id, bindingIds },
    ticketIds: undo.ticket_ids,
    sessionIds: undo.session_ids,
    visitorIds: undo.visitor_ids,
    noteIds: undo.note_ids,
  });
  await unbindCreated(db, site.id, survivor.id, undo.made_binding_ids);
  await deleteCreatedNote(db, site.id, survivor.id, undo.made_note_id);
  await restoreAliases(db, site.id, { mergeId: id, ids: undo.alias_ids, to: restored.id });
  await deleteDistinct(db, site.id, survivor.id, undo.made_distinct_ids);
  const others = { id: restored.id, others: undo.distinct_ids, actor: actor.label, now };
  await copyDistinct(db, site.id, others);
  kept.push(...(await findRowsSince(db, site.id, { survivorId: survivor.id, mergeId: id, limit: MAX_KEPT })));
  const [stored = fields] = await recountTickets(db, site.id, [survivor.id, restored.id]);
  // The list suggests them again at once, not only after the next search.
  await storePairs(db, site.id, await findPairs(db, site, [survivor.id, restored.id], { withOlder: true }));
  await markUndone(db, site.id, id, now);
  const restoredCounts = { ...back, links: receipt.moved.links };
  const changes = [
    { field: 'merged_id', from: receipt.merged_id.toString(), to: null },
    ...Object.entries(restoredCounts).map(([field, to]) => ({ field, from: null, to })),
    { field: 'kept', from: null, to: kept.length },
  ];
  const objectId = survivor.id.toString();
  const entry: AuditEntry = { action: 'customer.unmerge', objectType: 'customer_identity', objectId, changes };
  await recordAudit(db, site, entry, context);
  return {
    ...receiptOf({ ...receipt, undone_utc: now.toISOString() }),
    dry_run: false,
    identity: identityOf(stored),
    restored: restoredCounts,
    kept,
  };
}

/** @throws ApiError conflict */
function checkUndoable(receipt: ReceiptRow, now: Date): void {
  if (receipt.undone_utc !== null) throw new ApiError('conflict', 'This merge was already undone');
  if (now.toISOString() > undoUntil(receipt.created_utc))
    throw new ApiError('conflict', 'The 30 days to undo this merge are over');
}

async function survivorIsGone(db: Db, site: SiteRef, survivorId: bigint): Promise<ApiError> {
  const into = await findByAlias(db, site.id, { kind: 'id', key: survivorId.toString() });
  if (into === undefined) return new ApiError('conflict', `Customer ${survivorId} no longer exists`);
  return new ApiError('conflict', `Customer ${survivorId} was merged into ${into} since. Undo that merge first`);
}

/** Restores the survivor's fields that are unchanged since the merge; the others are listed in `kept`. */
function restoreFields(
  survivor: CustomerRow,
  { survivor_before: before, survivor_after: after }: UndoData,
  kept: KeptRow[],
): CustomerRow {
  const id = survivor.id.toString();
  const keep = (kind: string, label: string | null) => kept.push({ kind, id, label: label ?? '' });
  let row = survivor;
  if (survivor.email === after.email) row = { ...row, email: before.email, email_key: before.email_key };
  else if (before.email !== after.email) keep('email', survivor.email);
  if (survivor.phone === after.phone) row = { ...row, phone: before.phone, phone_key: before.phone_key };
  else if (before.phone !== after.phone) keep('phone', survivor.phone);
  if (survivor.display_name === after.display_name) row = { ...row, display_name: before.display_name };
  else if (before.display_name !== after.display_name) keep('display_name', survivor.display_name);
  if (survivor.blocked_utc === after.blocked_utc) row = { ...row, blocked_utc: before.blocked_utc };
  if (survivor.first_seen_utc === after.first_seen_utc) row = { ...row, first_seen_utc: before.first_seen_utc };
  if (survivor.last_seen_utc === after.last_seen_utc) row = { ...row, last_seen_utc: before.last_seen_utc };
  return row;
}

/** The row without its email if another customer has it now; that customer is listed in `kept`. */
async function freeEmail(
  db: Db,
  site: SiteRef,
  row: CustomerRow,
  own: readonly bigint[],
  kept: KeptRow[],
): Promise<CustomerRow> {
  if (row.email === null || row.email_key === null) return row;
  const owner = await findEmailOwner(db, site.id, row.email_key);
  if (owner === undefined || own.includes(owner)) return row;
  kept.push({ kind: 'email', id: owner.toString(), label: row.email });
  return { ...row, email: null, email_key: null };
}
