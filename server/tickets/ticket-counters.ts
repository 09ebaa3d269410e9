import type { TicketPriority, TicketStatus } from '#contract/tickets.ts';
import type { Delta } from '#server/counters/counters.ts';
import { sql, type Statement } from '#server/db/db.ts';

/** The fields of a ticket that its counters depend on. */
export interface CountedTicket {
  readonly status: TicketStatus;
  readonly priority: TicketPriority;
  readonly assigneeId: bigint | null;
  readonly channel: string;
  readonly tagKeys: readonly string[];
}

/** The key of the counter `ticket`. The channel is last because its name may contain blanks. */
function ticketKey({ status, priority, assigneeId, channel }: CountedTicket): string {
  return `${status} ${priority} ${assigneeId ?? '-'} ${channel}`;
}

/** `ticketKey` in SQL, for a row `t` of `ticket`. */
const TICKET_KEY = sql`concat_ws(' ', t.status, t.priority, coalesce(t.assignee_agent_id::text, '-'), t.channel)`;

/** Counter deltas of a new or changed ticket. @param before null for a new ticket */
export function ticketDeltas(before: CountedTicket | null, after: CountedTicket): readonly Delta[] {
  const deltas = [...deltasOf(after, 1), ...(before === null ? [] : deltasOf(before, -1))];
  const sums = new Map<string, Delta>();
  for (const delta of deltas) {
    const id = `${delta.name} ${delta.key}`;
    sums.set(id, { ...delta, n: delta.n + (sums.get(id)?.n ?? 0) });
  }
  return [...sums.values()].filter(({ n }) => n !== 0);
}

function deltasOf(ticket: CountedTicket, n: 1 | -1): readonly Delta[] {
  const tags = ticket.tagKeys.map((key): Delta => ({ name: 'ticket_tag', key, n }));
  return [{ name: 'ticket', key: ticketKey(ticket), n }, ...tags];
}

/**
 * Deltas of many tickets as rows (name, key, n), such as `select … union all select …` for an `insert into counter`.
 * @param tickets a table expression with the columns of `ticket`
 */
export function ticketRowDeltas(tickets: Statement, n: 1 | -1): Statement {
  return sql`
    select 'ticket' as name, ${TICKET_KEY} as key, ${n}::bigint * count(*) as n from ${tickets} t group by 2
    union all
    select 'ticket_tag', k, ${n}::bigint * count(*) from ${tickets} t cross join unnest(t.tag_keys) k group by 2`;
}

const STATUS = sql`split_part(c.key, ' ', 1)`;
const PRIORITY = sql`split_part(c.key, ' ', 2)`;
const AGENT = sql`split_part(c.key, ' ', 3)`;

/** The ticket counters as a table `t`: one row per combination of values, with its number of tickets `n`. */
export function ticketKinds(siteId: bigint): Statement {
  return sql`(
    select c.site_id, ${STATUS} as status, ${PRIORITY} as priority,
      case ${PRIORITY} when 'urgent' then 0 when 'high' then 1 when 'normal' then 2 else 3 end as priority_rank,
      nullif(${AGENT}, '-')::bigint as assignee_agent_id,
      right(c.key, -(length(${STATUS}) + length(${PRIORITY}) + length(${AGENT}) + 3)) as channel, c.n
    from counter c where c.site_id = ${siteId} and c.name = 'ticket'
  ) t`;
}
