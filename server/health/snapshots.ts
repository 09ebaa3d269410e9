import type { listHealthHistory as ListHealthHistory, HealthSnapshot } from '#contract/health-overview.ts';
import type { Database, Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { visitDueSites, type DuePass } from '#server/operation/due-sites.ts';
import { readChannels } from './channels.ts';
import { type HealthSite, readHealth } from './health.ts';
import { countSnapshots, deleteOldSnapshots, findSnapshots, getHealthSite, insertSnapshots } from './snapshots.sql.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 400 * 24 * HOUR_MS;

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

/**
 * Takes the snapshot of this hour for every site without one, in sequence; several nodes share the sites. See
 * `visitDueSites` for failures.
 * @throws the first failure, after the other sites
 */
export async function takeSnapshots({ database, ...pass }: DuePass & { readonly database: Database }): Promise<void> {
  await visitDueSites({ database, ...pass }, 'snapshot', async ({ id }, now) => {
    const db = database.forSite(id);
    const site = await getHealthSite(db, id);
    if (site !== undefined) await storeSnapshots(db, site, [await readSnapshot(db, site, now)]);
    return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  });
}

export async function removeOldSnapshots(db: Db, site: SiteRef, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  await inSteps(() => deleteOldSnapshots(db, site.id, before, STEP_ROWS), isWanted);
}
