import type { Db } from '#server/db/db.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { cancelUndeliverable, clearBodiesBefore, countWaiting, deleteDeliveriesBefore } from './old-deliveries.sql.ts';

const DAY_MS = 86_400_000;
const KEEP_LOG_MS = 30 * DAY_MS;
const KEEP_BODY_MS = 7 * DAY_MS;

/**
 * Keeps the log of deliveries 30 days and what was sent 7, and cancels what has nobody to go to. See docs/api.md,
 * "Delivery log".
 * @param db The owner's handle: over all sites.
 */
export async function pruneDeliveries(db: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await cancelUndeliverable(db, now.toISOString());
  await inSteps(() => clearBodiesBefore(db, before(KEEP_BODY_MS), STEP_ROWS), isWanted);
  await inSteps(() => deleteDeliveriesBefore(db, before(KEEP_LOG_MS), STEP_ROWS), isWanted);
}

/** Deliveries that are still to be made. @param db The owner's handle: over all sites. */
export function countWaitingDeliveries(db: Db): Promise<number> {
  return countWaiting(db);
}
