import type { SelfTestName, SelfTestOutcome } from '#contract/self-tests.ts';
import { sql, type Db } from '#server/db/db.ts';

export interface SelfTestRun {
  readonly name: SelfTestName;
  readonly ok: boolean;
  readonly at_utc: string;
  readonly round_trip_ms: number;
  readonly error: string | null;
}

/** Stores a run and keeps so many of its test; of runs at the same moment a few more stay until the next one. */
export async function insertSelfTestRun(
  db: Db,
  siteId: bigint,
  run: SelfTestOutcome & { readonly now: string },
  kept: number,
): Promise<void> {
  await db.query(sql`
    with stored as (
      insert into self_test_run (site_id, name, ok, at_utc, round_trip_ms, error)
      values (${siteId}, ${run.name}, ${run.ok}, ${run.now}, ${run.round_trip_ms}, ${run.error})
    )
    delete from self_test_run where site_id = ${siteId} and name = ${run.name} and id not in (
      select id from self_test_run where site_id = ${siteId} and name = ${run.name}
      order by at_utc desc, id desc limit ${kept - 1})`);
}

/** Newest first. */
export async function findSelfTestRuns(db: Db, siteId: bigint): Promise<SelfTestRun[]> {
  return db.query<SelfTestRun>(sql`
    select name, ok, at_utc, round_trip_ms, error from self_test_run where site_id = ${siteId}
    order by at_utc desc, id desc`);
}
