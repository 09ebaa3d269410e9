import type {
  dismissCustomerDuplicate as DismissCustomerDuplicate,
  listCustomerDuplicates as ListCustomerDuplicates,
  CustomerDuplicate,
} from '#contract/customer-merges.ts';
import type { CustomerIdentity } from '#contract/customers.ts';
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts';
import { requireIdentity } from '#server/customers/find-identity.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { ContactSite, Handler } from '#server/operation/call.ts';
import { countRows } from '#server/operation/count-rows.ts';
import type { ComparedCustomer } from './compare-customers.ts';
import { comparePairs, findPairs, sortPairs, type Pair, type PairIds } from './find-pairs.ts';

/** GET customer_duplicates. See docs/api.md, "Duplicates". */
export const listCustomerDuplicates: Handler<typeof ListCustomerDuplicates> = async ({ db, site, now, query }) => {
  const { identity_id, dismissed = false, limit, skip } = query;
  if (identity_id !== undefined) {
    const id = await requireIdentity(db, site, identity_id);
    const pairs = sortPairs(await findPairsOf(db, site, id, dismissed));
    const items = pairs.slice(skip, skip + limit).map((pair) => duplicateOf(pair, dismissed));
    return { items, total_count: pairs.length, as_of_utc: now.toISOString() };
  }
  const stored = await (dismissed ? findDismissed : findStored)(db, site.id, { limit, skip });
  const pairs = await comparePairs(db, site, stored);
  const total = await (dismissed ? countDismissed : countStored)(db, site.id);
  return {
    items: pairs.map((pair) => duplicateOf(pair, dismissed)),
    // The evidence of the others no longer holds.
    total_count: total - (stored.length - pairs.length),
    as_of_utc: dismissed ? now.toISOString() : await findSearchTime(db, site.id),
  };
};

/** Looks up the pairs of one customer. */
async function findPairsOf(db: Db, site: ContactSite, id: bigint, isDismissed: boolean): Promise<Pair[]> {
  const dismissed = await findDismissedOf(db, site.id, id);
  if (isDismissed) return comparePairs(db, site, dismissed);
  const pairs = await findPairs(db, site, [id], { withOlder: true });
  return pairs.filter(({ low, high }) => dismissed.every((pair) => pair.low !== low.id || pair.high !== high.id));
}

function duplicateOf({ low, high, evidence, strength }: Pair, dismissed: boolean): CustomerDuplicate {
  const [first, second] = high.ticket_count > low.ticket_count ? [high, low] : [low, high];
  return {
    identities: [first.id, second.id],
    customers: [identityOf(first), identityOf(second)],
    ...{ evidence, strength, dismissed },
  };
}

function identityOf(customer: ComparedCustomer): CustomerIdentity {
  const { id, email, phone, display_name, ticket_count, first_seen_utc, last_seen_utc } = customer;
  return { id, email, phone, display_name, ticket_count, first_seen_utc, last_seen_utc };
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
  const pair = one < other ? { low: one, high: other } : { low: other, high: one };
  // 23503: one of the two was deleted meanwhile; the retry answers not_found.
  await retryConflicts(
    db,
    async (db) => {
      const known = await findKnown(db, site.id, identities);
      if (known.length < 2) throw new ApiError('not_found', 'There is no customer with this id');
      const isChanged = dismissed
        ? await insertDismissal(db, site.id, pair, { actor: actor.label, now })
        : await deleteDismissal(db, site.id, pair);
      if (!isChanged) return;
      const changes = [
        { field: 'other_id', from: null, to: pair.high.toString() },
        { field: 'dismissed', from: !dismissed, to: dismissed },
      ];
      const objectId = pair.low.toString();
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

interface Page {
  readonly limit: number;
  readonly skip: number;
}

/** Pairs of the last search, strongest first, then those with more tickets. */
function findStored(db: Db, siteId: bigint, { limit, skip }: Page): Promise<PairIds[]> {
  return db.query<PairIds>(sql`
    select p.low_id as low, p.high_id as high from ${suggested(siteId)}
    order by p.strength, p.tickets desc, p.low_id, p.high_id limit ${limit} offset ${skip}`);
}

function countStored(db: Db, siteId: bigint): Promise<number> {
  return countRows(db, suggested(siteId));
}

function suggested(siteId: bigint): Statement {
  return sql`customer_pair p where p.site_id = ${siteId} and not exists (
    select from customer_distinct d where d.site_id = ${siteId} and d.low_id = p.low_id and d.high_id = p.high_id)`;
}

/** Newest first. */
function findDismissed(db: Db, siteId: bigint, { limit, skip }: Page): Promise<PairIds[]> {
  return db.query<PairIds>(sql`
    select low_id as low, high_id as high from customer_distinct where site_id = ${siteId}
    order by created_utc desc, low_id, high_id limit ${limit} offset ${skip}`);
}

function countDismissed(db: Db, siteId: bigint): Promise<number> {
  return countRows(db, sql`customer_distinct where site_id = ${siteId}`);
}

function findDismissedOf(db: Db, siteId: bigint, id: bigint): Promise<PairIds[]> {
  return db.query<PairIds>(sql`
    select low_id as low, high_id as high from customer_distinct where site_id = ${siteId} and low_id = ${id}
    union all
    select low_id, high_id from customer_distinct where site_id = ${siteId} and high_id = ${id}`);
}

/** Null before the first search. */
async function findSearchTime(db: Db, siteId: bigint): Promise<string | null> {
  const [row] = await db.query<{ begun_utc: string }>(sql`
    select begun_utc from duplicate_search where site_id = ${siteId}`);
  return row?.begun_utc ?? null;
}

/** Locks nothing: the foreign keys of a dismissal refuse a customer who was deleted meanwhile. */
async function findKnown(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select id from customer_identity where site_id = ${siteId} and id = any(${ids}::bigint[])`);
  return rows.map(({ id }) => id);
}

/** False if the pair was dismissed before. */
async function insertDismissal(
  db: Db,
  siteId: bigint,
  { low, high }: PairIds,
  by: { readonly actor: string; readonly now: Date },
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into customer_distinct (site_id, low_id, high_id, actor, created_utc)
    values (${siteId}, ${low}, ${high}, ${by.actor}, ${by.now.toISOString()}::timestamptz)
    on conflict do nothing returning 1 as one`);
  return rows.length > 0;
}

/** False if the pair was not dismissed. */
async function deleteDismissal(db: Db, siteId: bigint, { low, high }: PairIds): Promise<boolean> {
  const rows = await db.query(sql`
    delete from customer_distinct where site_id = ${siteId} and low_id = ${low} and high_id = ${high}
    returning 1 as one`);
  return rows.length > 0;
}
