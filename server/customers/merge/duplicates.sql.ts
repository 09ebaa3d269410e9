import { EVIDENCE_KINDS, STRENGTHS, type CustomerDuplicate } from '#contract/customer-merges.ts';
import type { CustomerIdentity } from '#contract/customers.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';

/** As it is stored. */
const WEAK = STRENGTHS.indexOf('weak');

export interface PairSelection {
  readonly identityId?: bigint | undefined;
  readonly minEvidence?: number | undefined;
  /** As they are stored. */
  readonly strengths?: readonly number[] | undefined;
  readonly minScore?: number | undefined;
  readonly isDismissed: boolean;
}

function selected(
  siteId: bigint,
  { identityId, minEvidence, minScore, strengths, isDismissed }: PairSelection,
): Statement {
  const conditions = [sql`p.site_id = ${siteId}`, sql`p.is_dismissed = ${isDismissed}`];
  if (identityId !== undefined) conditions.push(sql`(p.low_id = ${identityId} or p.high_id = ${identityId})`);
  if (minEvidence !== undefined) conditions.push(sql`p.evidence_count >= ${minEvidence}`);
  if (minScore !== undefined) conditions.push(sql`p.score >= ${minScore}`);
  if (strengths !== undefined) {
    // A range is read in the order of the index, a list alone would be sorted.
    conditions.push(
      sql`p.strength between ${Math.min(...strengths)}::smallint and ${Math.max(...strengths)}::smallint`,
    );
    conditions.push(sql`p.strength = any(${strengths}::smallint[])`);
  }
  return joinSql(conditions, ' and ');
}

export interface DuplicateRow {
  readonly low_id: bigint;
  readonly high_id: bigint;
  readonly strength: number;
  readonly score: number;
  readonly evidence: CustomerDuplicate['evidence'];
  readonly is_dismissed: boolean;
}

/** Strongest first, then the rarest names, then those with more tickets. */
export async function findPairs(
  db: Db,
  siteId: bigint,
  selection: PairSelection,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<DuplicateRow[]> {
  return db.query<DuplicateRow>(sql`
    select p.low_id, p.high_id, p.strength, p.score, p.evidence, p.is_dismissed from customer_pair p
    where ${selected(siteId, selection)}
    order by p.strength, p.score desc, p.tickets desc, p.low_id, p.high_id limit ${limit} offset ${skip}`);
}

/** By the tallies, without reading the pairs, unless they are those of one customer or from a score on. */
export async function countPairs(db: Db, siteId: bigint, selection: PairSelection): Promise<number> {
  const { identityId, minEvidence, minScore, strengths, isDismissed } = selection;
  const counted =
    identityId === undefined && minScore === undefined
      ? sql`select coalesce(sum(t.n), 0)::integer as total from row_tally t
          where t.site_id = ${siteId} and t.table_name = 'customer_pair' and t.key = any(${tallyKeys()}::text[])`
      : sql`select count(*)::integer as total from customer_pair p where ${selected(siteId, selection)}`;
  const [row] = await db.query<{ total: number }>(counted);
  return row?.total ?? 0;

  function tallyKeys(): string[] {
    const counts = EVIDENCE_KINDS.map((_, index) => index + 1).filter((count) => count >= (minEvidence ?? 1));
    const wanted = strengths ?? STRENGTHS.map((_, index) => index);
    return wanted.flatMap((strength) => counts.map((count) => `${isDismissed ? 1 : 0} ${strength} ${count}`));
  }
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

/** False where it was said before. */
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

/** False where nobody had said it. */
export async function deleteDismissal(db: Db, siteId: bigint, { lowId, highId }: Dismissal): Promise<boolean> {
  const rows = await db.query(sql`
    delete from customer_distinct where site_id = ${siteId} and low_id = ${lowId} and high_id = ${highId}
    returning 1 as one`);
  return rows.length > 0;
}

/**
 * Says of weak pairs below a score that they are two people, up to `limit` of them: the pairs of a name that many have.
 * Answers how many.
 */
export async function dismissBelow(
  db: Db,
  siteId: bigint,
  { score, limit }: { readonly score: number; readonly limit: number },
  by: { readonly actor: string; readonly now: Date },
): Promise<number> {
  const [row] = await db.query<{ dismissed: number }>(sql`
    with below as (
      select p.low_id, p.high_id from customer_pair p
      where p.site_id = ${siteId} and not p.is_dismissed and p.strength = ${WEAK} and p.score < ${score}
      order by p.low_id, p.high_id limit ${limit} for update
    ), said as (
      insert into customer_distinct (site_id, low_id, high_id, actor, created_utc)
      select ${siteId}, b.low_id, b.high_id, ${by.actor}, ${by.now.toISOString()}::timestamptz from below b
      on conflict do nothing
    ), marked as (
      update customer_pair p set is_dismissed = true from below b
      where p.site_id = ${siteId} and p.low_id = b.low_id and p.high_id = b.high_id returning 1 as one
    )
    select count(*)::integer as dismissed from marked`);
  return row?.dismissed ?? 0;
}

/** How many weak pairs have less than a score. */
export async function countBelow(db: Db, siteId: bigint, score: number): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from customer_pair p
    where p.site_id = ${siteId} and p.is_dismissed = false and p.strength = ${WEAK} and p.score < ${score}`);
  return row?.total ?? 0;
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
