import { sql, type Db } from '#server/db/db.ts';

/** Takes the lock of move-ins into a site until the transaction ends; false if another process has it. */
export async function tryLockMoveIn(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`move-in ${siteId}`}::text, 0)) as taken`,
  );
  return row?.taken === true;
}
