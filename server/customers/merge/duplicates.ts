import {
  STRENGTHS,
  type dismissCustomerDuplicate as DismissCustomerDuplicate,
  type listCustomerDuplicates as ListCustomerDuplicates,
  type CustomerDuplicate,
} from '#contract/customer-merges.ts';
import type { CustomerIdentity } from '#contract/customers.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { requireIdentity } from '#server/customers/find-identity.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { countRows } from '#server/operation/count-rows.ts';
import { compareChanged } from './compare-changed.ts';
import { countQueued } from './pairs.sql.ts';

/** GET customer_duplicates. See docs/api.md, "Duplicates". */
export const listCustomerDuplicates: Handler<typeof ListCustomerDuplicates> = async ({ db, site, query }) => {
  const { identity_id, dismissed, limit, skip } = query;
  const identityId = identity_id === undefined ? undefined : await requireIdentity(db, site, identity_id);
  let pending = await countQueued(db, site.id);
  if (pending > 0) {
    await compareChanged(db, site, { isInBackground: false });
    pending = await countQueued(db, site.id);
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
  // 23503: one of the two was deleted meanwhile; the retry answers not_found.
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

interface PairSelection {
  readonly identityId?: bigint | undefined;
  readonly isDismissed: boolean;
}

function selected(siteId: bigint, { identityId, isDismissed }: PairSelection): Statement {
  const conditions = [sql`p.site_id = ${siteId}`, sql`p.is_dismissed = ${isDismissed}`];
  if (identityId !== undefined) conditions.push(sql`(p.low_id = ${identityId} or p.high_id = ${identityId})`);
  return joinSql(conditions, ' and ');
}

interface DuplicateRow {
  readonly low_id: bigint;
  readonly high_id: bigint;
  readonly strength: number;
  readonly evidence: CustomerDuplicate['evidence'];
  readonly is_dismissed: boolean;
}

/** Strongest first, then those with more tickets. */
async function findPairs(
  db: Db,
  siteId: bigint,
  selection: PairSelection,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<DuplicateRow[]> {
  return db.query<DuplicateRow>(sql`
    select p.low_id, p.high_id, p.strength, p.evidence, p.is_dismissed from customer_pair p
    where ${selected(siteId, selection)}
    order by p.strength, p.tickets desc, p.low_id, p.high_id limit ${limit} offset ${skip}`);
}

function countPairs(db: Db, siteId: bigint, selection: PairSelection): Promise<number> {
  return countRows(db, sql`customer_pair p where ${selected(siteId, selection)}`);
}

async function findCustomers(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<CustomerIdentity[]> {
  return db.query<CustomerIdentity>(sql`
    select c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc
    from customer_identity c where c.site_id = ${siteId} and c.id = any(${ids}::bigint[])`);
}

interface Dismissal {
  readonly lowId: bigint;
  readonly highId: bigint;
}

/** False if the pair was dismissed before. */
async function insertDismissal(
  db: Db,
  siteId: bigint,
  { lowId, highId }: Dismissal,
  by: { readonly actor: string; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into customer_distinct (site_id, low_id, high_id, actor, created_utc)
    values (${siteId}, ${lowId}, ${highId}, ${by.actor}, ${by.now.toISOString()}::timestamptz)
    on conflict do nothing returning 1 as one`);
  return rows.length > 0;
}

/** False if the pair was not dismissed. */
async function deleteDismissal(db: Db, siteId: bigint, { lowId, highId }: Dismissal): Promise<boolean> {
  const rows = await db.query(sql`
    delete from customer_distinct where site_id = ${siteId} and low_id = ${lowId} and high_id = ${highId}
    returning 1 as one`);
  return rows.length > 0;
}

async function markPair(db: Db, siteId: bigint, { lowId, highId }: Dismissal, isDismissed: boolean): Promise<void> {
  await db.query(sql`
    update customer_pair set is_dismissed = ${isDismissed}
    where site_id = ${siteId} and low_id = ${lowId} and high_id = ${highId}`);
}
