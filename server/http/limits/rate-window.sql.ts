import { sql, type Db } from '#server/db/db.ts';

/**
 * Adds a block to the token's present window, or begins one. The lock comes first and by itself, so that two nodes that
 * begin at the same time see one window, not two.
 */
export async function reserveBlock(
  db: Db,
  tokenId: bigint,
  block: number,
  now: Date,
  oldestStart: Date,
): Promise<{ window_start: string; taken: number }> {
  return db.transaction(async (db) => {
    await db.query(sql`select pg_advisory_xact_lock(20, hashint8(${tokenId}))`);
    const [row] = await db.query<{ window_start: string; taken: number }>(sql`
      insert into rate_window (token_id, window_start, taken)
      values (
        ${tokenId},
        coalesce(
          (
            select max(window_start) from rate_window
            where token_id = ${tokenId} and window_start > ${oldestStart.toISOString()}
              and window_start <= ${now.toISOString()}::timestamptz + interval '1 minute'
          ),
          ${now.toISOString()}),
        ${block})
      on conflict (token_id, window_start) do update set taken = rate_window.taken + excluded.taken
      returning window_start, taken`);
    if (row === undefined) throw new Error('the window was not answered');
    return row;
  });
}

export async function deleteOldWindows(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from rate_window where window_start < ${before.toISOString()}`);
}
