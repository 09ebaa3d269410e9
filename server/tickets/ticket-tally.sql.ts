import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { TicketSelection } from './ticket-selection.ts';

const MOST_STEPS = 20_000;

/** The tally knows kinds of tickets, not tickets: whether it can count what the selection asks for. */
export function isTallied(selection: TicketSelection): boolean {
  return !selection.snoozed && !selection.stale && isOfKinds(selection);
}

/** The same but for what the time of day decides. */
export function isOfKinds(selection: TicketSelection): boolean {
  const { words, tag, customerIdentityId, createdFrom, createdTo, firstReply, filter } = selection;
  const others = [tag, customerIdentityId, createdFrom, createdTo, firstReply, filter];
  return words.length === 0 && others.every((part) => part === null);
}

/** How many tickets `t` there are, without reading one. @param where of kinds alone: the tally has their columns. */
export async function countTallied(db: Db, where: Statement): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select coalesce(sum(t.n), 0)::integer as total from ticket_tally t where ${where}`,
  );
  return row?.total ?? 0;
}

/** Adds steps of all sites to their sums and answers how many; steps that another session adds are left to it. */
export async function foldTicketSteps(db: Db): Promise<number> {
  const rows = await db.query(sql`
    with taken as (
      select site_id, id from ticket_tally where not is_sum order by site_id, id limit ${MOST_STEPS} for update skip locked
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
