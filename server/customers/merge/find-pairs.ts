import { STRENGTHS, type CustomerDuplicate } from '#contract/customer-merges.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { findEvidence, strengthOf, type ComparedCustomer } from './compare-customers.ts';

/** A value that more customers share is no evidence, such as the phone of a switchboard. */
const MAX_GROUP = 10;
/** Handles, visitor keys and chats of a customer that are compared. */
const MAX_COMPARED = 50;
/** Chats of one visitor key that are read. */
const MAX_CHATS = 200;

/** The ids of two customers, in this order. */
export interface PairIds {
  readonly low: bigint;
  readonly high: bigint;
}

/** Two customers who may be one person. */
export interface Pair {
  readonly low: ComparedCustomer;
  readonly high: ComparedCustomer;
  readonly evidence: CustomerDuplicate['evidence'];
  readonly strength: CustomerDuplicate['strength'];
}

/**
 * Pairs of these customers with any others, looked up by their phones, emails, handles and visitor keys.
 * @param withOlder false leaves out pairs with an older customer
 */
export async function findPairs(
  db: Db,
  site: ContactSite,
  ids: readonly bigint[],
  { withOlder }: { readonly withOlder: boolean },
): Promise<Pair[]> {
  return withGenericPlans(db, async (db) => {
    const found = new Map<string, PairIds>();
    for (const { id, others } of [
      ...(await findByContact(db, site.id, ids)),
      ...(await findByVisitor(db, site.id, ids)),
    ])
      for (const other of others) {
        if (other === id || (other < id && !withOlder)) continue;
        const pair = id < other ? { low: id, high: other } : { low: other, high: id };
        found.set(`${pair.low} ${pair.high}`, pair);
      }
    return comparePairs(db, site, [...found.values()]);
  });
}

/** Compares what the customers have now, and leaves out pairs without enough evidence. Keeps the order. */
export async function comparePairs(db: Db, site: ContactSite, pairs: readonly PairIds[]): Promise<Pair[]> {
  const ids = new Set(pairs.flatMap(({ low, high }) => [low, high]));
  if (ids.size === 0) return [];
  const rows = await withGenericPlans(db, (db) => findCompared(db, site.id, [...ids]));
  const customers = new Map(rows.map((one) => [one.id, one]));
  return pairs.flatMap((pair) => {
    const [low, high] = [customers.get(pair.low), customers.get(pair.high)];
    if (low === undefined || high === undefined) return [];
    const evidence = findEvidence(low, high, site.country);
    const strength = strengthOf(evidence);
    return strength === null ? [] : [{ low, high, evidence, strength }];
  });
}

/** Strongest first, then those with more tickets. */
export function sortPairs(pairs: readonly Pair[]): Pair[] {
  return pairs.toSorted(
    (a, b) =>
      STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) ||
      ticketsOf(b) - ticketsOf(a) ||
      Number(a.low.id - b.low.id) ||
      Number(a.high.id - b.high.id),
  );
}

function ticketsOf({ low, high }: Pair): number {
  return low.ticket_count + high.ticket_count;
}

/** Stores pairs, for the list of all customers. */
export async function storePairs(db: Db, siteId: bigint, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await db.query(sql`
    insert into customer_pair (site_id, low_id, high_id, strength, tickets)
    select ${siteId}, u.low_id, u.high_id, u.strength, u.tickets
    from unnest(${pairs.map(({ low }) => low.id)}::bigint[], ${pairs.map(({ high }) => high.id)}::bigint[],
      ${pairs.map(({ strength }) => STRENGTHS.indexOf(strength))}::integer[], ${pairs.map(ticketsOf)}::integer[])
      as u (low_id, high_id, strength, tickets)
    on conflict (site_id, low_id, high_id) do update set strength = excluded.strength, tickets = excluded.tickets`);
}

/** All customers that share one value with `id`, itself included. */
interface Group {
  readonly id: bigint;
  readonly others: readonly bigint[];
}

/**
 * Plans look-ups for any site. A site that the statistics do not know yet looks empty, and then an index that only narrows to
 * the site looks as good as the one that finds the key.
 */
function withGenericPlans<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (db) => {
    await db.query(sql`select set_config('plan_cache_mode', 'force_generic_plan', true) as value`);
    return work(db);
  });
}

async function findByContact(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<Group[]> {
  return db.query<Group>(sql`
    with contact as materialized (
      select c.id, k.key from unnest(${ids}::bigint[]) as u (id)
      join customer_identity c on c.site_id = ${siteId} and c.id = u.id
      cross join lateral (values (c.phone_tail), (coalesce(c.untagged_email, c.email_key))) as k (key)
      where k.key is not null
      union
      select u.id, b.match_key from unnest(${ids}::bigint[]) as u (id)
      cross join lateral (
        select b.match_key from channel_binding b
        where b.site_id = ${siteId} and b.identity_id = u.id and b.match_key is not null
        order by b.id limit ${MAX_COMPARED}) b
    )
    select k.id, g.others from contact k cross join lateral (
      select array_agg(distinct m.id) as others from (
        (select c.id from customer_identity c where c.site_id = ${siteId} and c.phone_tail = k.key limit ${MAX_GROUP + 1})
        union all
        (select c.id from customer_identity c where c.site_id = ${siteId} and c.email_key = k.key limit 1)
        union all
        (select c.id from customer_identity c where c.site_id = ${siteId} and c.untagged_email = k.key limit ${MAX_GROUP + 1})
        union all
        (select b.identity_id from channel_binding b where b.site_id = ${siteId} and b.match_key = k.key limit ${MAX_GROUP + 1})
      ) m
    ) g where cardinality(g.others) between 2 and ${MAX_GROUP}`);
}

async function findByVisitor(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<Group[]> {
  return db.query<Group>(sql`
    with device as materialized (
      select u.id, d.visitor_key from unnest(${ids}::bigint[]) as u (id)
      cross join lateral (${visitorKeysOf(siteId)}) d
    )
    select d.id, g.others from device d cross join lateral (
      select array_agg(distinct m.id) as others from (
        select v.customer_identity_id as id from visitor v where v.site_id = ${siteId} and v.visitor_key = d.visitor_key
        union all
        (select s.customer_identity_id from chat_session s
          where s.site_id = ${siteId} and s.visitor_key = d.visitor_key limit ${MAX_CHATS})
      ) m where m.id is not null
    ) g where cardinality(g.others) between 2 and ${MAX_GROUP}`);
}

/** The visitor keys of the customer `u`. */
function visitorKeysOf(siteId: bigint) {
  return sql`
    (select v.visitor_key from visitor v where v.site_id = ${siteId} and v.customer_identity_id = u.id
      order by v.id limit ${MAX_COMPARED})
    union
    (select s.visitor_key from chat_session s
      where s.site_id = ${siteId} and s.customer_identity_id = u.id and s.visitor_key is not null
      order by s.id limit ${MAX_COMPARED})`;
}

/** The compared values of customers; deleted ones are left out. */
async function findCompared(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<ComparedCustomer[]> {
  return db.query<ComparedCustomer>(sql`
    select c.id, c.email, c.email_key, c.phone, c.phone_key, c.display_name, c.ticket_count, c.first_seen_utc, c.last_seen_utc,
      coalesce((select json_agg(json_build_object('channel', b.channel, 'external_user_id', b.external_user_id,
          'display_handle', b.display_handle)) from (
        select b.channel, b.external_user_id, b.display_handle from channel_binding b
        where b.site_id = ${siteId} and b.identity_id = c.id order by b.id limit ${MAX_COMPARED}) b), '[]') as handles,
      array(${visitorKeysOf(siteId)}) as visitor_keys
    from unnest(${ids}::bigint[]) as u (id)
    join customer_identity c on c.site_id = ${siteId} and c.id = u.id`);
}
