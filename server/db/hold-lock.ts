import type { Db } from './db.ts';

/**
 * Keeps a lock of the database through work that is more than one transaction: in a transaction that holds nothing but
 * the lock, so that the server frees it with the node. Not for the embedded engine, which has one session.
 * @param owner The owner's handle: its transactions have no limit on their time.
 * @param take Takes the lock until the end of its transaction; false where somebody else has it.
 * @returns What frees it, or null where it was not taken.
 */
export async function holdLock(owner: Db, take: (db: Db) => Promise<boolean>): Promise<(() => Promise<void>) | null> {
  const end = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<boolean>();
  const holding = owner
    .transaction(async (db) => {
      const isTaken = await take(db);
      taken.resolve(isTaken);
      if (isTaken) await end.promise;
    })
    .catch((error: unknown) => taken.reject(error));
  if (!(await taken.promise)) return null;
  return async () => {
    end.resolve();
    await holding;
  };
}
