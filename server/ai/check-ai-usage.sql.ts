import { sql, type Db } from '#server/db/db.ts';

/** How many calls a day has of the feature that the self-test keeps for itself. */
export async function countSyntheticCalls(db: Db, siteId: bigint, day: string): Promise<bigint> {
  const [row] = await db.query<{ calls: bigint }>(sql`
    select coalesce(sum(calls), 0)::bigint as calls from ai_usage_day
    where site_id = ${siteId} and day = ${day}::date and feature = 'self_test'`);
  return row?.calls ?? 0n;
}

/** Removes every trace of the self-test. */
export async function deleteSyntheticCalls(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`delete from ai_call where site_id = ${siteId} and feature = 'self_test'`);
  for (const table of [sql`ai_usage_day`, sql`ai_latency_day`, sql`ai_part_day`, sql`ai_part_latency_day`]) {
    await db.query(sql`delete from ${table} where site_id = ${siteId} and feature = 'self_test'`);
  }
}
