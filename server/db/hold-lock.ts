import type { Db } from './db.ts';

/**
 * Holds a database lock while work spans several transactions. A separate transaction holds it, so the server releases it if
 * the node dies.
 * @param owner The owner's handle, because its transactions have no time limit.
 * @param take Takes the lock for its transaction; false if another session holds it.
 * @returns the release function, or null if the lock was not taken.
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
