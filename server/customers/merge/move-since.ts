import type { moveAfterUndo as MoveAfterUndo } from '#contract/customer-merges.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { lockCustomerRows, recountTickets } from './customer-row.sql.ts';
import { lockReceipt } from './receipts.sql.ts';
import { moveBack } from './undo-merge.sql.ts';

/**
 * After a merge was undone: moves what came since it between the two customers. To be called inside a transaction. See
 * docs/api.md, "Merging customers".
 * @throws ApiError not_found, conflict
 */
export async function moveSince(
  db: Db,
  site: SiteRef,
  { id, to, items }: Body<typeof MoveAfterUndo>,
  context: AuditContext,
): Promise<Reply<typeof MoveAfterUndo>> {
  await lockBindings(db, site.id, 'with others');
  const receipt = await lockReceipt(db, site.id, id);
  if (receipt === undefined) throw new ApiError('not_found', 'There is no merge with this id');
  if (receipt.undone_utc === null) throw new ApiError('conflict', 'This merge was not undone');
  const { survivor_id: survivor, merged_id: merged } = receipt;
  const both = await lockCustomerRows(db, site.id, [survivor, merged]);
  if (both.length < 2) throw new ApiError('conflict', 'One of the two customers was merged again or erased');
  const [from, into] = to === 'merged' ? [survivor, merged] : [merged, survivor];
  // Of one sequence with the merge: what is older is none of what came since.
  const idsOf = (kind: (typeof items)[number]['kind']) =>
    items.filter((item) => item.kind === kind && item.id > id).map((item) => item.id);
  const counts = await moveBack(db, site.id, {
    ...{ from, to: into, visitorIds: [] },
    ticketIds: idsOf('ticket'),
    bindingIds: idsOf('handle'),
    sessionIds: idsOf('session'),
    noteIds: idsOf('note'),
  });
  await recountTickets(db, site.id, [survivor, merged]);
  const moved = { ...counts, links: 0 };
  const changes = [
    { field: 'customer_identity_id', from: from.toString(), to: into.toString() },
    ...Object.entries(moved).map(([field, to]) => ({ field, from: null, to })),
  ];
  const entry = { action: 'customer.move', objectType: 'customer_identity', objectId: into.toString(), changes };
  await recordAudit(db, site, entry, context);
  return { id, moved };
}
