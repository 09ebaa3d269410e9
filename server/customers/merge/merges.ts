import type {
  listCustomerMerges as ListCustomerMerges,
  mergeCustomers as MergeCustomers,
  undoCustomerMerge as UndoCustomerMerge,
} from '#contract/customer-merges.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { mergeCustomerRecords, previewMerge } from './merge-customers.ts';
import { countReceipts, findReceipts, receiptOf } from './receipt.ts';
import { undoMerge } from './undo-merge.ts';

/** 23505: another call stored a handle, an email or a pair; 23503: it deleted a customer. */
const CHANGED_MEANWHILE = ['23505', '23503'];

/** GET customer_merges. See docs/api.md, "Merging customers". */
export const listCustomerMerges: Handler<typeof ListCustomerMerges> = async ({ db, site, query }) => {
  const { id, identity_id: identityId, limit, skip } = query;
  const rows = await findReceipts(db, site.id, { id, identityId }, { limit, skip });
  if (id !== undefined && rows.length === 0 && skip === 0)
    throw new ApiError('not_found', 'There is no merge with this id');
  return { items: rows.map(receiptOf), total_count: await countReceipts(db, site.id, { id, identityId }) };
};

/** POST customer_merges. See docs/api.md, "Merging customers". */
export const mergeCustomers: Handler<typeof MergeCustomers> = async ({ db, site, actor, now, body }) => {
  const { survivor_id: survivorId, merged_id: mergedId, dry_run: isDryRun = false } = body;
  if (survivorId === mergedId) throw fieldError('merged_id', 'must be another customer than survivor_id');
  const request = { survivorId, mergedId };
  const context = { actor, now };
  if (isDryRun) return previewMerge(db, site, request, context);
  return retryConflicts(db, (db) => mergeCustomerRecords(db, site, request, context), CHANGED_MEANWHILE);
};

/** POST customer_merges with `action: undo`. See docs/api.md, "Merging customers". */
export const undoCustomerMerge: Handler<typeof UndoCustomerMerge> = ({ db, site, actor, now, body }) =>
  retryConflicts(db, (db) => undoMerge(db, site, body.id, { actor, now }), CHANGED_MEANWHILE);
