import { sql, type Db } from '#server/db/db.ts';

const MAX_STEPS = 20_000;

/** Adds steps of all sites to their sums and answers how many; steps that another session adds are left to it. */
export async function foldTicketSteps(db: Db): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select site_id, id from ticket_tally where not is_sum order by site_id, id limit ${MAX_STEPS} for update skip locked
    ), gone as (
      delete from ticket_tally t using taken k where t.site_id = k.site_id and t.id = k.id
      returning t.site_id, t.status, t.priority, t.channel, t.assignee_agent_id, t.n
    ), folded as (
      insert into ticket_tally as t (site_id, is_sum, status, priority, channel, assignee_agent_id, n)
      select site_id, true, status, priority, channel, assignee_agent_id, sum(n) from gone
      group by 1, 3, 4, 5, 6 order by 1, 3, 4, 5, 6
      on conflict (site_id, status, priority, channel, assignee_agent_id) where is_sum do update set n = t.n + excluded.n
    )
    select 1 as one from gone`);
  if (rows.length > 0) await db.query(sql`delete from ticket_tally where is_sum and n = 0`);
  return rows.length;
}

/** The same for customers, bindings and tags. */
export async function foldRowSteps(db: Db): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select site_id, id from row_tally where not is_sum order by site_id, id limit ${MAX_STEPS} for update skip locked
    ), gone as (
      delete from row_tally t using taken k where t.site_id = k.site_id and t.id = k.id
      returning t.site_id, t.table_name, t.key, t.n
    ), folded as (
      insert into row_tally as t (site_id, is_sum, table_name, key, n)
      select site_id, true, table_name, key, sum(n) from gone group by 1, 3, 4 order by 1, 3, 4
      on conflict (site_id, table_name, key) where is_sum do update set n = t.n + excluded.n
    )
    select 1 as one from gone`);
  if (rows.length > 0) await db.query(sql`delete from row_tally where is_sum and n = 0`);
  return rows.length;
}

/** The same for messages that came in. */
export async function foldInboundSteps(db: Db): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select site_id, id from inbound_tally where not is_sum order by site_id, id limit ${MAX_STEPS} for update skip locked
    ), gone as (
      delete from inbound_tally t using taken k where t.site_id = k.site_id and t.id = k.id
      returning t.site_id, t.channel, t.hour_utc, t.n
    ), folded as (
      insert into inbound_tally as t (site_id, is_sum, channel, hour_utc, n)
      select site_id, true, channel, hour_utc, sum(n) from gone group by 1, 3, 4 order by 1, 3, 4
      on conflict (site_id, channel, hour_utc) where is_sum do update set n = t.n + excluded.n
    )
    select 1 as one from gone`);
  if (rows.length > 0) await db.query(sql`delete from inbound_tally where is_sum and n = 0`);
  return rows.length;
}

/** The same for answers of customers by time. */
export async function foldAnswerSteps(db: Db): Promise<number> {
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

/** The same for resolved tickets by time. */
export async function foldResolvedSteps(db: Db): Promise<number> {
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
