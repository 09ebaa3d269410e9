import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import { json, sql, type Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import type { ComparedCustomer } from './compare-customers.ts';

/** Serializes the comparisons of a site. */
export async function lockPairs(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`pairs ${siteId}`}::text, 0))`);
}

/**
 * Takes customers from the queue, oldest entries first: `limit` or a few more.
 * @param maxEntry leaves entries with more customers in the queue; null takes all
 */
export async function dequeueCustomers(
  db: Db,
  siteId: bigint,
  { limit, maxEntry }: { readonly limit: number; readonly maxEntry: number | null },
): Promise<bigint[]> {
  const rows = await db.query<{ identity_ids: bigint[] }>(sql`
    with line as (
      select id, sum(length) over (order by id) - length as before from (
        select id, cardinality(identity_ids) as length from customer_match_queue
        where site_id = ${siteId} and (${maxEntry}::integer is null or cardinality(identity_ids) <= ${maxEntry}::integer)
        order by id limit ${limit}
      ) q
    )
    delete from customer_match_queue q using line
    where q.site_id = ${siteId} and q.id = line.id and line.before < ${limit} returning q.identity_ids`);
  return [...new Set(rows.flatMap(({ identity_ids }) => identity_ids))];
}

/** The number of queued customers. */
export async function countQueued(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(sql`
    select coalesce(sum(cardinality(identity_ids)), 0)::integer as waiting from customer_match_queue where site_id = ${siteId}`);
  return row?.waiting ?? 0;
}

/** Sites with queued customers. @param db the owner's handle */
export async function findSitesToCompare(db: Db): Promise<ContactSite[]> {
  return db.query<ContactSite>(sql`
    select s.id, s.country from site s where exists (select from customer_match_queue q where q.site_id = s.id) order by s.id`);
}

const MAX_HANDLES = 50;

/** The compared values of customers; deleted ones are left out. */
export async function findCompared(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<ComparedCustomer[]> {
  if (ids.length === 0) return [];
  return db.query<ComparedCustomer>(sql`
    select c.id, c.email_key, c.phone_key, c.display_name, c.ticket_count,
      coalesce((select json_agg(json_build_object('channel', b.channel, 'external_user_id', b.external_user_id,
          'display_handle', b.display_handle)) from (
        select b.channel, b.external_user_id, b.display_handle from channel_binding b
        where b.site_id = ${siteId} and b.identity_id = c.id order by b.id limit ${MAX_HANDLES}) b), '[]') as handles,
      array(
        (select v.visitor_key from visitor v where v.site_id = ${siteId} and v.customer_identity_id = c.id
          order by v.id limit ${MAX_HANDLES})
        union
        (select s.visitor_key from chat_session s
          where s.site_id = ${siteId} and s.customer_identity_id = c.id and s.visitor_key is not null
          order by s.id limit ${MAX_HANDLES})
      ) as visitor_keys
    from unnest(${ids}::bigint[]) as u (id)
    join customer_identity c on c.site_id = ${siteId} and c.id = u.id`);
}

export interface KeyRow {
  readonly hash: bigint;
  readonly identity_id: bigint;
}

/** Replaces the keys of the customers. */
export async function replaceKeys(
  db: Db,
  siteId: bigint,
  ids: readonly bigint[],
  keys: readonly KeyRow[],
): Promise<void> {
  await db.query(sql`
    delete from customer_match_key where site_id = ${siteId} and identity_id = any(${ids}::bigint[])`);
  await db.query(sql`
    insert into customer_match_key (site_id, hash, identity_id)
    select ${siteId}, u.hash, u.identity_id
    from unnest(${keys.map(({ hash }) => hash)}::bigint[], ${keys.map((key) => key.identity_id)}::bigint[]) as u (hash, identity_id)`);
}

/** The customers of each key, up to `limit`; keys with only one customer are left out. */
export async function findGroups(
  db: Db,
  siteId: bigint,
  hashes: readonly bigint[],
  limit: number,
): Promise<{ readonly hash: bigint; readonly ids: bigint[] }[]> {
  return db.query(sql`
    select u.hash, g.ids from unnest(${hashes}::bigint[]) as u (hash)
    cross join lateral (
      select array_agg(k.identity_id) as ids from (
        select k.identity_id from customer_match_key k where k.site_id = ${siteId} and k.hash = u.hash
        limit ${limit}) k
    ) g
    where cardinality(g.ids) > 1`);
}

export interface PairRow {
  readonly lowId: bigint;
  readonly highId: bigint;
  readonly strength: number;
  readonly evidence: CustomerDuplicate['evidence'];
  readonly tickets: number;
  readonly onlyHash: bigint | null;
}

/** Replaces the pairs of the customers, and deletes pairs whose only key has become too common. */
export async function replacePairs(
  db: Db,
  siteId: bigint,
  { ids, tooCommon }: { readonly ids: readonly bigint[]; readonly tooCommon: readonly bigint[] },
  pairs: readonly PairRow[],
): Promise<void> {
  await db.query(sql`delete from customer_pair where site_id = ${siteId} and low_id = any(${ids}::bigint[])`);
  await db.query(sql`delete from customer_pair where site_id = ${siteId} and high_id = any(${ids}::bigint[])`);
  if (tooCommon.length > 0)
    await db.query(
      sql`delete from customer_pair where site_id = ${siteId} and only_hash = any(${tooCommon}::bigint[])`,
    );
  if (pairs.length === 0) return;
  await db.query(sql`
    insert into customer_pair (site_id, low_id, high_id, strength, evidence, tickets, is_dismissed, only_hash)
    select ${siteId}, u.low_id, u.high_id, u.strength, u.evidence, u.tickets,
      exists (select from customer_distinct d where d.site_id = ${siteId} and d.low_id = u.low_id and d.high_id = u.high_id),
      u.only_hash
    from unnest(${pairs.map(({ lowId }) => lowId)}::bigint[], ${pairs.map(({ highId }) => highId)}::bigint[],
      ${pairs.map(({ strength }) => strength)}::integer[], ${pairs.map(({ evidence }) => json(evidence))}::jsonb[],
      ${pairs.map(({ tickets }) => tickets)}::integer[], ${pairs.map(({ onlyHash }) => onlyHash)}::bigint[])
      as u (low_id, high_id, strength, evidence, tickets, only_hash)`);
}
