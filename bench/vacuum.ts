import type { Db } from '#server/db/db.ts';

/**
 * Does what autovacuum does: fresh statistics, and pages known to hold nothing but rows that all may see, for index-only
 * scans. A handle runs every statement in a transaction, where PostgreSQL refuses this one, so the transaction is ended for it.
 * @param owner The owner's handle.
 * @param tables All without it.
 */
export async function vacuum(owner: Db, ...tables: readonly string[]): Promise<void> {
  await owner.transaction(async (db) => {
    await db.query({ text: 'commit', values: [] });
    await db.query({ text: `vacuum (analyze) ${tables.join(', ')}`, values: [] });
    await db.query({ text: 'begin', values: [] });
  });
}
