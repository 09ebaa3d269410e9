import { sql, type Db } from '#server/db/db.ts';

/** False where another node has it; held until the transaction ends. */
export async function tryLockUploads(db: Db, siteId: bigint): Promise<boolean> {
  const [row] = await db.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`upload ${siteId}`}::text, 0)) as taken`,
  );
  return row?.taken === true;
}
