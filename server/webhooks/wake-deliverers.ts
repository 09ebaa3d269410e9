import { afterCommit } from '#server/db/engine-db.ts';

type Wake = (siteId: bigint) => void;

const deliverers = new Set<Wake>();

/** Calls `wake` with each site in which this process made deliveries due. Returns a function that ends this. */
export function onDueDeliveries(wake: Wake): () => void {
  deliverers.add(wake);
  return () => void deliverers.delete(wake);
}

/**
 * Wakes the deliverers of this process once the caller's transaction has committed. Other processes are not told, as a
 * notification of PostgreSQL would serialize all commits: they find what is left by `site_due`.
 */
export function wakeDeliverers(siteId: bigint): void {
  afterCommit(() => deliverers.forEach((wake) => wake(siteId)));
}
