import { sql, type Database, type Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { Clock, ContactSite } from '#server/operation/call.ts';
import { visitDueSites } from '#server/operation/due-sites.ts';
import { findPairs, storePairs } from './find-pairs.ts';

/** Customers per transaction. */
const BATCH = 500;
const LOOK_MS = 10 * 60_000;

/** 23503: a customer was deleted while it was compared. */
const CUSTOMER_DELETED = ['23503'];

interface SearchJob {
  readonly database: Pick<Database, 'owner' | 'forSite'>;
  readonly clock: Clock;
  readonly isWanted: () => boolean;
}

/**
 * Searches the sites that need it: at night, after an import, and when the first customers have come. A site is looked at every
 * ten minutes.
 * @throws the first failure, after the other sites
 */
export async function searchDueSites(job: SearchJob): Promise<void> {
  const { database, isWanted } = job;
  await visitDueSites(job, 'duplicates', async ({ id }, now) => {
    const site = await findOutdatedSite(database.forSite(id), id, now);
    if (site !== undefined) await searchDuplicates(database, site, now, isWanted);
    return new Date(now.getTime() + LOOK_MS);
  });
}

/**
 * Compares all customers of a site and replaces the list of pairs, batch by batch.
 * @param isWanted returning false stops between two batches; the site is due then
 */
export async function searchDuplicates(
  database: SearchJob['database'],
  site: ContactSite,
  now: Date,
  isWanted: () => boolean = () => true,
): Promise<void> {
  const db = database.forSite(site.id);
  for (let after: bigint | null = 0n; after !== null;) {
    if (!isWanted()) return;
    after = await searchBatch(db, site, after);
  }
  await markSearched(database.owner, site.id, now);
}

/** Returns the last customer of the batch; null after the last batch. */
function searchBatch(db: Db, site: ContactSite, after: bigint): Promise<bigint | null> {
  return retryConflicts(
    db,
    async (db) => {
      const ids = await findCustomerIds(db, site.id, { after, limit: BATCH });
      const last = ids.length < BATCH ? null : (ids.at(-1) ?? null);
      const pairs = await findPairs(db, site, ids, { withOlder: false });
      await deletePairs(db, site.id, { after, last });
      await storePairs(db, site.id, pairs);
      return last;
    },
    CUSTOMER_DELETED,
  );
}

/** The site, if its last search is older than its last 3 o'clock in the morning, or than an import. */
async function findOutdatedSite(db: Db, siteId: bigint, now: Date): Promise<ContactSite | undefined> {
  const [site] = await db.query<ContactSite>(sql`
    select s.id, s.country from site s left join duplicate_search d on d.site_id = s.id
    where s.id = ${siteId} and exists (select from customer_identity c where c.site_id = ${siteId})
      and (d.begun_utc is null
        or d.begun_utc < (date_trunc('day', (${now.toISOString()}::timestamptz at time zone s.time_zone) - interval '3 hours')
          + interval '3 hours') at time zone s.time_zone
        or exists (select from bind_job j where j.site_id = ${siteId} and j.created_utc > d.begun_utc))`);
  return site;
}

async function markSearched(owner: Db, siteId: bigint, begun: Date): Promise<void> {
  await owner.query(sql`
    insert into duplicate_search (site_id, begun_utc) select id, ${begun.toISOString()}::timestamptz from site where id = ${siteId}
    on conflict (site_id) do update set begun_utc = excluded.begun_utc`);
}

async function findCustomerIds(
  db: Db,
  siteId: bigint,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select c.id from customer_identity c where c.site_id = ${siteId} and c.id > ${after} order by c.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Deletes the pairs whose older customer is in the range; null is no end. */
async function deletePairs(
  db: Db,
  siteId: bigint,
  { after, last }: { readonly after: bigint; readonly last: bigint | null },
): Promise<void> {
  await db.query(sql`
    delete from customer_pair where site_id = ${siteId} and low_id > ${after}
      and (${last}::bigint is null or low_id <= ${last}::bigint)`);
}
