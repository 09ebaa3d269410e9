import { countRows } from '#server/operation/count-rows.ts';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { CustomerIdentity } from '#contract/customers.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';

export interface PairSelection {
  readonly identityId?: bigint | undefined;
  readonly isDismissed: boolean;
}

function selected(siteId: bigint, { identityId, isDismissed }: PairSelection): Statement {
  const conditions = [sql`p.site_id = ${siteId}`, sql`p.is_dismissed = ${isDismissed}`];
  if (identityId !== undefined) conditions.push(sql`(p.low_id = ${identityId} or p.high_id = ${identityId})`);
  return joinSql(conditions, ' and ');
}

export interface DuplicateRow {
  readonly low_id: bigint;
  readonly high_id: bigint;
  readonly strength: number;
  readonly evidence: CustomerDuplicate['evidence'];
  readonly is_dismissed: boolean;
}

/** Strongest first, then those with more tickets. */
export async function findPairs(
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

export function countPairs(db: Db, siteId: bigint, selection: PairSelection): Promise<number> {
  return countRows(db, sql`customer_pair p where ${selected(siteId, selection)}`);
}

export async function findCustomers(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<CustomerIdentity[]> {
  return db.query<CustomerIdentity>(sql`
    select c.id, c.email, c.phone, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc
    from customer_identity c where c.site_id = ${siteId} and c.id = any(${ids}::bigint[])`);
}

export interface Dismissal {
  readonly lowId: bigint;
  readonly highId: bigint;
}

/** False if the pair was dismissed before. */
export async function insertDismissal(
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
export async function deleteDismissal(db: Db, siteId: bigint, { lowId, highId }: Dismissal): Promise<boolean> {
  const rows = await db.query(sql`
    delete from customer_distinct where site_id = ${siteId} and low_id = ${lowId} and high_id = ${highId}
    returning 1 as one`);
  return rows.length > 0;
}

export async function markPair(
  db: Db,
  siteId: bigint,
  { lowId, highId }: Dismissal,
  isDismissed: boolean,
): Promise<void> {
  await db.query(sql`
    update customer_pair set is_dismissed = ${isDismissed}
    where site_id = ${siteId} and low_id = ${lowId} and high_id = ${highId}`);
}
