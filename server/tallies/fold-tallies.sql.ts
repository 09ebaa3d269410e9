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
