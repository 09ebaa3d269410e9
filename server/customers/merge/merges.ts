import type {
  listCustomerMerges as ListCustomerMerges,
  mergeCustomers as MergeCustomers,
} from '#contract/customer-merges.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { mergeCustomerRecords, previewMerge } from './merge-customers.ts';
import { movedRowsOf } from './moved-rows.ts';
import { countReceipts, findReceipts } from './receipts.sql.ts';
import { receiptOf } from './receipt.ts';
import { undoMerge } from './undo-merge.ts';

/** A handle, an email or a pair that another call stored meanwhile, or a customer that it removed. */
const CHANGED_MEANWHILE = ['23505', '23503'];

/** GET customer_merges. See docs/api.md, "Merging customers". */
export const listCustomerMerges: Handler<typeof ListCustomerMerges> = async ({ db, site, query }) => {
  const { id, identity_id: identityId, limit, skip, rows: rowsLimit, rows_skip: rowsSkip } = query;
  if (rowsLimit !== undefined && id === undefined) {
    const fields = { rows: 'belongs to the receipt of one id' };
    throw new ApiError('bad_field', 'rows belongs to the receipt of one id', { fields });
  }
  const rows = await findReceipts(db, site.id, { id, identityId }, { limit, skip });
  if (id !== undefined && rows.length === 0 && skip === 0)
    throw new ApiError('not_found', 'There is no merge with this id');
  const reply = { items: rows.map(receiptOf), total_count: await countReceipts(db, site.id, { id, identityId }) };
  if (id === undefined || rowsLimit === undefined || rows.length === 0) return reply;
  return { ...reply, rows: await movedRowsOf(db, site.id, id, { limit: rowsLimit, skip: rowsSkip }) };
};

/** POST customer_merges. See docs/api.md, "Merging customers". */
export const mergeCustomers: Handler<typeof MergeCustomers> = async ({ db, site, actor, now, body }) => {
  const { action = 'merge', survivor_id: survivorId, merged_id: mergedId, fields, id } = body;
  const context = { actor, now };
  if (action === 'undo') {
    if (id === undefined) throw new ApiError('missing_field', 'Give the id of the merge', { fields: { id: MISSING } });
    refuseOthers({
      survivor_id: survivorId,
      merged_id: mergedId,
      fields,
      dry_run: body.dry_run === true ? true : undefined,
    });
    return retryConflicts(db, (db) => undoMerge(db, site, id, context), CHANGED_MEANWHILE);
  }
  if (survivorId === undefined || mergedId === undefined) {
    const missing = { survivor_id: survivorId, merged_id: mergedId };
    const absent = Object.entries(missing).flatMap(([name, value]) => (value === undefined ? [[name, MISSING]] : []));
    throw new ApiError('missing_field', 'Give survivor_id and merged_id', { fields: Object.fromEntries(absent) });
  }
  refuseOthers({ id });
  if (survivorId === mergedId) {
    const message = 'must be another customer than survivor_id';
    throw new ApiError('bad_field', `merged_id ${message}`, { fields: { merged_id: message } });
  }
  const request = { survivorId, mergedId, fields: fields ?? {} };
  if (body.dry_run === true) return previewMerge(db, site, request, context);
  return retryConflicts(db, (db) => mergeCustomerRecords(db, site, request, context), CHANGED_MEANWHILE);
};

const MISSING = 'is missing';

/** @throws ApiError bad_field where a field is given that says nothing to what is asked for */
function refuseOthers(given: Readonly<Record<string, unknown>>): void {
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const [first] = names;
  if (first === undefined) return;
  const message = 'does not belong to this action';
  const fields = Object.fromEntries(names.map((name) => [name, message]));
  throw new ApiError('bad_field', `${first} ${message}`, { fields });
}
