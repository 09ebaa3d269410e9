import type { listHealthHistory as ListHealthHistory, HealthSnapshot } from '#contract/health-overview.ts';
import type { Database, Db } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Clock, Handler, SiteRef } from '#server/operation/call.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { readChannels } from './channels.ts';
import { type HealthSite, readHealth } from './health.ts';
import {
  countSnapshots,
  deleteOldSnapshots,
  findSitesWithout,
  findSnapshots,
  insertSnapshots,
  tryLockSnapshots,
} from './snapshots.sql.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 400 * 24 * HOUR_MS;
const SITES_AT_ONCE = 100;

/** GET health_history: the stored snapshots. See docs/api.md, "Health history". */
export const listHealthHistory: Handler<typeof ListHealthHistory> = async ({ db, site, query }) => {
  const { from, to, step, limit, skip } = query;
  const window = { from, to, step };
  const items = await findSnapshots(db, site.id, window, { limit, skip });
  return { items, total_count: await countSnapshots(db, site.id, window) };
};

/** The current figures of a site as a snapshot. */
export async function readSnapshot(db: Db, site: HealthSite, now: Date): Promise<HealthSnapshot> {
  const { health } = await readHealth(db, site, now);
  return { ...health, channels: await readChannels(db, site, now) };
}

/** Stores snapshots; hours that have one keep it. */
export function storeSnapshots(db: Db, site: SiteRef, snapshots: readonly HealthSnapshot[]): Promise<void> {
  return insertSnapshots(db, site.id, snapshots);
}

interface SnapshotJob {
  readonly database: Database;
  readonly clock: Clock;
  readonly isWanted: () => boolean;
}

/**
 * Takes the snapshot of this hour for every site without one, in sequence. Only one node does so at a time; if it stops
 * early, another continues.
 * @throws the first failure, after the other sites
 */
export async function takeSnapshots(job: SnapshotJob): Promise<void> {
  const release = await holdLock(job.database.owner, tryLockSnapshots);
  if (release === null) return;
  try {
    await takeMissing(job);
  } finally {
    await release();
  }
}

async function takeMissing({ database, clock, isWanted }: SnapshotJob): Promise<void> {
  const failures: unknown[] = [];
  const hourUtc = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS).toISOString();
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const sites: HealthSite[] = await findSitesWithout(database.owner, { hourUtc, after, limit: SITES_AT_ONCE });
    for (const site of sites) {
      if (!isWanted()) return;
      const db = database.forSite(site.id);
      try {
        await storeSnapshots(db, site, [await readSnapshot(db, site, clock.now())]);
      } catch (error) {
        // Ignore a site that was deleted in the meantime.
        if (!(error instanceof ApiError && error.code === 'not_found')) failures.push(error);
      }
    }
    after = sites.at(-1)?.id;
  }
  if (failures.length > 0) throw failures[0];
}

/** @param owner The owner's handle: covers all sites. */
export async function removeOldSnapshots(owner: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  await inSteps(() => deleteOldSnapshots(owner, before, STEP_ROWS), isWanted);
}
