import { sql, type Database, type Db } from '#server/db/db.ts';
import type { Clock, SiteRef } from '#server/operation/call.ts';

/** Background work that every site needs again and again: removing old rows, the hour's health snapshot, the search for duplicates. */
const DUE_KINDS = ['retention', 'snapshot', 'duplicates'] as const;
export type DueKind = (typeof DUE_KINDS)[number];

/** After this time another node takes over a visit that failed, or whose node died. */
const LEASE_MS = 10 * 60_000;
const SITES_AT_ONCE = 100;

export interface DuePass {
  readonly database: Pick<Database, 'owner'>;
  readonly clock: Clock;
  /** Return false to stop before the next site. */
  readonly isWanted: () => boolean;
}

interface DueRow {
  readonly site_id: bigint;
  readonly due_utc: string;
}

/** Makes a new site due for everything. @param db the owner's handle */
export async function addDueRows(db: Db, siteId: bigint, now: Date): Promise<void> {
  await db.query(sql`
    insert into site_due (site_id, kind, due_utc)
    select ${siteId}, k.kind, ${now.toISOString()}::timestamptz from unnest(${DUE_KINDS}::text[]) as k (kind)`);
}

/**
 * Visits the sites that are due, one after the other. A node claims a site by moving its due time, so that other nodes do
 * not visit it as well; a visit that takes very long may overlap with another one.
 * @param visit Does the work and returns when the site is due again. A site whose visit was stopped stays due.
 * @throws the first failure, after the other sites
 */
export async function visitDueSites(
  { database: { owner }, clock, isWanted }: DuePass,
  kind: DueKind,
  visit: (site: SiteRef, now: Date) => Promise<Date>,
): Promise<void> {
  const failures: unknown[] = [];
  let sites: DueRow[];
  do {
    sites = await findDueSites(owner, kind, clock.now());
    for (const { site_id: id, due_utc } of sites) {
      if (!isWanted()) break;
      const now = clock.now();
      const lease = new Date(now.getTime() + LEASE_MS).toISOString();
      if (!(await moveDue(owner, id, kind, { from: due_utc, to: lease }))) continue;
      try {
        const next = await visit({ id }, now);
        await moveDue(owner, id, kind, { from: lease, to: isWanted() ? next.toISOString() : due_utc });
      } catch (error) {
        failures.push(error);
      }
    }
  } while (sites.length > 0 && isWanted());
  if (failures.length > 0) throw failures[0];
}

/** A time of more than a day ahead is from before the clock was set back. */
async function findDueSites(owner: Db, kind: DueKind, now: Date): Promise<DueRow[]> {
  const at = now.toISOString();
  return owner.query<DueRow>(sql`
    select site_id, due_utc from site_due
    where kind = ${kind} and (due_utc <= ${at}::timestamptz or due_utc > ${at}::timestamptz + interval '1 day')
    order by due_utc, site_id limit ${SITES_AT_ONCE}`);
}

/** @returns false if another node has moved it, or the site is gone */
async function moveDue(
  owner: Db,
  siteId: bigint,
  kind: DueKind,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const rows = await owner.query(sql`
    update site_due set due_utc = ${to}::timestamptz
    where site_id = ${siteId} and kind = ${kind} and due_utc = ${from}::timestamptz returning 1 as one`);
  return rows.length > 0;
}
