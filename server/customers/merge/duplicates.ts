import {
  STRENGTHS,
  type dismissCustomerDuplicate as DismissCustomerDuplicate,
  type listCustomerDuplicates as ListCustomerDuplicates,
} from '#contract/customer-merges.ts';
import type { CustomerIdentity } from '#contract/customers.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { compareChanged } from './compare-changed.ts';
import {
  countPairs,
  deleteDismissal,
  findCustomers,
  findPairs,
  insertDismissal,
  markPair,
  type DuplicateRow,
} from './duplicates.sql.ts';
import { countChanged } from './pairs.sql.ts';
import { requireIdentity } from '#server/customers/find-identity.ts';

/** GET customer_duplicates. See docs/api.md, "Duplicates". */
export const listCustomerDuplicates: Handler<typeof ListCustomerDuplicates> = async ({ db, site, query }) => {
  const { identity_id, dismissed, limit, skip } = query;
  const identityId = identity_id === undefined ? undefined : await requireIdentity(db, site, identity_id);
  let pending = await countChanged(db, site.id);
  if (pending > 0) {
    await compareChanged(db, site, { isInBackground: false });
    pending = await countChanged(db, site.id);
  }
  const selection = { identityId, isDismissed: dismissed === true };
  const rows = await findPairs(db, site.id, selection, { limit, skip });
  const ids = new Set(rows.flatMap((row) => [row.low_id, row.high_id]));
  const customers = new Map((await findCustomers(db, site.id, [...ids])).map((one) => [one.id, one]));
  const items = rows.flatMap((row) => {
    const [low, high] = [customers.get(row.low_id), customers.get(row.high_id)];
    // Deleted between the two reads.
    return low === undefined || high === undefined ? [] : [duplicateOf(row, low, high)];
  });
  return { items, total_count: await countPairs(db, site.id, selection), pending };
};

function duplicateOf(row: DuplicateRow, low: CustomerIdentity, high: CustomerIdentity) {
  const [first, second] = high.ticket_count > low.ticket_count ? [high, low] : [low, high];
  const identities: [bigint, bigint] = [first.id, second.id];
  const customers: [CustomerIdentity, CustomerIdentity] = [first, second];
  const strength = STRENGTHS[row.strength] ?? 'likely';
  const { evidence, is_dismissed: dismissed } = row;
  return { identities, customers, evidence, strength, dismissed };
}

/** POST customer_duplicates. See docs/api.md, "Duplicates". */
export const dismissCustomerDuplicate: Handler<typeof DismissCustomerDuplicate> = async ({
  db,
  site,
  actor,
  now,
  body,
}) => {
  const { identities, dismissed } = body;
  const [one, other] = identities;
  if (one === other) {
    const field = 'identities';
    const message = 'must be two different customers';
    throw new ApiError('bad_field', `${field} ${message}`, { fields: { [field]: message } });
  }
  const pair = one < other ? { lowId: one, highId: other } : { lowId: other, highId: one };
  // 23503: one of the two was removed meanwhile; the retry does not find it.
  await retryConflicts(
    db,
    async (db) => {
      const found = await findCustomers(db, site.id, identities);
      const absent = identities.find((id) => found.every((customer) => customer.id !== id));
      if (absent !== undefined) throw new ApiError('not_found', 'There is no customer with this id');
      const isChanged = dismissed
        ? await insertDismissal(db, site.id, pair, { actor: actor.label, now })
        : await deleteDismissal(db, site.id, pair);
      if (!isChanged) return;
      await markPair(db, site.id, pair, dismissed);
      const changes = [
        { field: 'other_id', from: null, to: pair.highId.toString() },
        { field: 'dismissed', from: !dismissed, to: dismissed },
      ];
      const objectId = pair.lowId.toString();
      const entry: AuditEntry = {
        action: 'customer.dismiss_duplicate',
        objectType: 'customer_identity',
        objectId,
        changes,
      };
      await recordAudit(db, site, entry, { actor, now });
    },
    ['23503'],
  );
  return { identities, dismissed };
};
