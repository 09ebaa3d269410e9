import type { TicketOrder } from '#contract/tickets.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { countRows } from '#server/operation/count-rows.ts';
import type { StoredTicket } from './reply-due.ts';
import { agentJoin, ticketColumns } from './ticket-columns.sql.ts';
import { AWAITS_REPLY } from './ticket-conditions.sql.ts';

export interface TicketPage {
  readonly where: Statement;
  readonly order: TicketOrder;
  readonly isReversed: boolean;
  /** `where` already requires an awaited reply; repeating it makes the planner underestimate the rows. */
  readonly onlyAwaited?: boolean;
  readonly extensions: boolean;
  readonly limit: number;
  readonly skip: number;
}

/** From this many skipped tickets on, it is faster to find the page's tickets first and join their rows. */
const FAR = 500;

const NEWEST = sql`t.created_utc desc, t.id desc`;
const OLDEST = sql`t.created_utc, t.id`;
const UPDATED = sql`t.updated_utc desc, t.id desc`;
const UPDATED_REVERSED = sql`t.updated_utc, t.id`;
const PRIORITY = sql`t.priority_rank, t.created_utc desc, t.id desc`;
const PRIORITY_REVERSED = sql`t.priority_rank desc, t.created_utc, t.id`;
const WAITS = sql`t.first_response_utc is null`;
const ANSWERED = sql`t.first_response_utc is not null`;
const DUE = sql`t.unanswered_utc, t.id`;
const DUE_REVERSED = sql`t.unanswered_utc desc, t.id desc`;
const NOT_AWAITED = sql`(not ${AWAITS_REPLY})`;

/**
 * One page of tickets. Each order is that of an index, forwards or backwards.
 * @param page with its total, if known, a page past the middle is read from the end
 */
export async function findTickets(
  db: Db,
  page: TicketPage & { readonly total?: number | null },
): Promise<StoredTicket[]> {
  const total = page.total ?? Infinity;
  if (page.skip >= total) return [];
  if (page.order === 'due' && page.onlyAwaited !== true) return db.query<StoredTicket>(duePage(page));
  if (page.skip >= FAR && page.skip > total / 2) {
    const limit = Math.min(page.limit, total - page.skip);
    const fromEnd = { ...page, isReversed: !page.isReversed, limit, skip: total - page.skip - limit, total: null };
    return (await findTickets(db, fromEnd)).reverse();
  }
  if (page.order === 'waiting') return db.query<StoredTicket>(waitingPage(page));
  if (page.skip >= FAR) return db.query<StoredTicket>(farPage(page));
  const { extensions, limit, skip } = page;
  return db.query<StoredTicket>(sql`
    select ${ticketColumns(extensions)} from ticket t ${agentJoin(extensions)} where ${page.where}
    order by ${orderOf(page)} limit ${limit} offset ${skip}`);
}

export function countTickets(db: Db, where: Statement): Promise<number> {
  return countRows(db, sql`ticket t where ${where}`);
}

const COLUMNS = {
  created_utc: sql`t.created_utc`,
  updated_utc: sql`t.updated_utc`,
  unanswered_utc: sql`t.unanswered_utc`,
};

/** A part of an order that is sorted by one column and the id, so a batch can start after a row. */
interface OrderPart {
  readonly where: Statement | null;
  readonly column: keyof typeof COLUMNS;
  readonly isDescending: boolean;
}

/** All tickets in order, in batches that each start after the last row of the previous one. */
export async function* streamTickets(
  db: Db,
  {
    where,
    order,
    isReversed,
    onlyAwaited,
    extensions,
    batch,
  }: Omit<TicketPage, 'limit' | 'skip'> & { readonly batch: number },
): AsyncGenerator<StoredTicket[]> {
  for (const part of partsOf(order, isReversed, onlyAwaited === true)) {
    const { isDescending } = part;
    const column = COLUMNS[part.column];
    const sorted = isDescending ? sql`${column} desc, t.id desc` : sql`${column}, t.id`;
    let last: { readonly at: string; readonly id: bigint } | null = null;
    for (;;) {
      const conditions: Statement[] = part.where === null ? [where] : [where, part.where];
      if (last !== null) {
        const key: Statement = sql`(${last.at}::timestamptz, ${last.id}::bigint)`;
        conditions.push(isDescending ? sql`(${column}, t.id) < ${key}` : sql`(${column}, t.id) > ${key}`);
      }
      const rows: (StoredTicket & { key_at: string })[] = await db.query(sql`
        select ${ticketColumns(extensions)}, ${column} as key_at from ticket t ${agentJoin(extensions)}
        where ${joinSql(conditions, ' and ')} order by ${sorted} limit ${batch}`);
      const end = rows.at(-1);
      if (end === undefined) break;
      yield rows;
      if (rows.length < batch) break;
      last = { at: end.key_at, id: end.id };
    }
  }
}

function partsOf(order: TicketOrder, isReversed: boolean, onlyAwaited: boolean): OrderPart[] {
  const byTime = { where: null, isDescending: !isReversed };
  if (order === 'created') return [{ ...byTime, column: 'created_utc' }];
  if (order === 'updated') return [{ ...byTime, column: 'updated_utc' }];
  if (order === 'due') {
    const awaited: OrderPart = { where: AWAITS_REPLY, column: 'unanswered_utc', isDescending: isReversed };
    return onlyAwaited
      ? [{ ...awaited, where: null }]
      : [awaited, { where: NOT_AWAITED, column: 'created_utc', isDescending: true }];
  }
  const parts = order === 'waiting' ? [WAITS, ANSWERED] : [0, 1, 2, 3].map((rank) => sql`t.priority_rank = ${rank}`);
  const isDescending = order === 'waiting' ? isReversed : !isReversed;
  return (isReversed ? parts.reverse() : parts).map((where) => ({ where, column: 'created_utc', isDescending }));
}

function orderOf({ order, isReversed }: TicketPage): Statement {
  if (order === 'updated') return isReversed ? UPDATED_REVERSED : UPDATED;
  if (order === 'due') return isReversed ? DUE_REVERSED : DUE;
  if (order === 'priority') return isReversed ? PRIORITY_REVERSED : PRIORITY;
  return isReversed ? OLDEST : NEWEST;
}

/** Tickets without a first response come first: two index scans instead of sorting all tickets of the site. */
function waitingPage(page: TicketPage): Statement {
  const { limit, skip, extensions, isReversed } = page;
  const order = isReversed ? NEWEST : OLDEST;
  const walk = (part: 0 | 1, condition: Statement) => sql`
    (select t.ctid as place, t.id, ${part}::integer as part, t.created_utc from ticket t where ${page.where} and ${condition}
    order by ${order} limit ${limit + skip})`;
  const [first, second] = isReversed ? [ANSWERED, WAITS] : [WAITS, ANSWERED];
  const sorted = isReversed ? sql`p.part, p.created_utc desc, p.id desc` : sql`p.part, p.created_utc, p.id`;
  return sql`
    select ${ticketColumns(extensions)}
    from (${walk(0, first)} union all ${walk(1, second)}) p
    join ticket t on t.ctid = p.place ${agentJoin(extensions)}
    order by ${sorted} limit ${limit} offset ${skip}`;
}

/**
 * Due times have the order of `unanswered_utc`. Tickets that await no reply come last in both directions, newest first;
 * they are read only if the page reaches them.
 */
function duePage(page: TicketPage): Statement {
  const { where, limit, skip, extensions } = page;
  const order = orderOf(page);
  return sql`
    with due as (
      select t.ctid as place, 0 as part, row_number() over (order by ${order}) as n
      from ticket t where ${where} and ${AWAITS_REPLY} order by ${order} limit ${limit + skip}
    ), rest as (
      select t.ctid as place, 1 as part, row_number() over (order by ${NEWEST}) as n
      from ticket t where ${where} and ${NOT_AWAITED} order by ${NEWEST}
      limit ${limit + skip} - (select count(*) from due)
    )
    select ${ticketColumns(extensions)}
    from (select * from due union all select * from rest order by part, n limit ${limit} offset ${skip}) p
    join ticket t on t.ctid = p.place ${agentJoin(extensions)}
    order by p.part, p.n`;
}

/**
 * Skips tickets in the index and reads only the rows of the page, joined by `ctid`. With outdated statistics, a join by id
 * may scan all tickets of the site for each row.
 */
function farPage(page: TicketPage): Statement {
  const { limit, skip, extensions } = page;
  return sql`
    select ${ticketColumns(extensions)}
    from (select t.ctid as place from ticket t where ${page.where} order by ${orderOf(page)} limit ${limit} offset ${skip}) p
    join ticket t on t.ctid = p.place ${agentJoin(extensions)}
    order by ${orderOf(page)}`;
}
