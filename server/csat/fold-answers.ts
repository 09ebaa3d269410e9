import { sql, type Db } from '#server/db/db.ts';

const MAX_STEPS = 20_000;

/** Adds steps of answers and of resolved tickets, over all sites, to their sums; returns how many there were. */
export async function foldAnswers(db: Db): Promise<number> {
  let steps = 0;
  for (const fold of [foldAnswerSteps, foldResolvedSteps]) {
    for (let folded = await fold(db); folded > 0; folded = await fold(db)) steps += folded;
  }
  return steps;
}

async function foldAnswerSteps(db: Db): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select site_id, id from csat_tally where not is_sum order by site_id, id limit ${MAX_STEPS} for update skip locked
    ), gone as (
      delete from csat_tally t using taken k where t.site_id = k.site_id and t.id = k.id returning t.*
    ), folded as (
      insert into csat_tally as t (site_id, is_sum, split, key, slot, start_utc, n0, n1, n2, n3, n4, n5)
      select site_id, true, split, key, slot, start_utc, sum(n0), sum(n1), sum(n2), sum(n3), sum(n4), sum(n5) from gone
      group by 1, 3, 4, 5, 6 order by 1, 3, 4, 5, 6
      on conflict (site_id, split, key, slot, start_utc) where is_sum do update set n0 = t.n0 + excluded.n0,
        n1 = t.n1 + excluded.n1, n2 = t.n2 + excluded.n2, n3 = t.n3 + excluded.n3, n4 = t.n4 + excluded.n4,
        n5 = t.n5 + excluded.n5
    )
    select 1 as one from gone`);
  if (rows.length > 0) {
    await db.query(sql`
      delete from csat_tally where is_sum and n0 = 0 and n1 = 0 and n2 = 0 and n3 = 0 and n4 = 0 and n5 = 0`);
  }
  return rows.length;
}

async function foldResolvedSteps(db: Db): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select site_id, id from resolved_tally where not is_sum order by site_id, id limit ${MAX_STEPS} for update skip locked
    ), gone as (
      delete from resolved_tally t using taken k where t.site_id = k.site_id and t.id = k.id returning t.*
    ), folded as (
      insert into resolved_tally as t (site_id, is_sum, slot, start_utc, n)
      select site_id, true, slot, start_utc, sum(n) from gone group by 1, 3, 4 order by 1, 3, 4
      on conflict (site_id, slot, start_utc) where is_sum do update set n = t.n + excluded.n
    )
    select 1 as one from gone`);
  if (rows.length > 0) await db.query(sql`delete from resolved_tally where is_sum and n = 0`);
  return rows.length;
}
