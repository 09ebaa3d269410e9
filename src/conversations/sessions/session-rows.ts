import { listAiSessions, type Session } from '#contract/conversations.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { SessionsSearch } from '#src/conversations/search.ts';
import { fieldsFile, type ListFile } from '#src/list-export/list-file.ts';
import type { DayWindow } from '#src/panels/day-window.ts';

export type SessionQuery = CallQuery<typeof listAiSessions>;
/** A session as lists and files need it. */
export type SessionRow = Session & { readonly id: string };
/** Rows of the first page. */
export const FIRST_ROWS = 50;

/** Columns of the file: fields of the API by their names, so that costs have every digit. */
const FIELDS = [
  'session_id',
  'started_utc',
  'ended_utc',
  'channel',
  'name',
  'customer_identity_id',
  'visitor_key',
  'ticket_number',
  'ticket_id',
  'first_question',
  'outcome',
  'reason',
  'handed_over_utc',
  'wait_seconds',
  'message_count',
  'cost_usd',
  'review',
  'review_reason',
  'review_note',
  'reviewer',
  'reviewed_utc',
] as const satisfies readonly (keyof Session)[];

/** The filters of the list, in the order of their chips. */
export const SESSION_FILTERS = [
  'outcome',
  'reason',
  'question',
  'review',
  'channel',
  'customer',
  'visitor',
  'cost',
  'low',
] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];

/** The window, the filters and the order as the API names them. */
export function sessionQuery(search: SessionsSearch, { from, to }: Pick<DayWindow, 'from' | 'to'>): SessionQuery {
  const { q, outcome, reason, question, review, channel, customer, visitor, cost, low, order } = search;
  return {
    from,
    to,
    ...(q === undefined ? {} : { q }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(reason === undefined ? {} : { reason }),
    ...(question === undefined ? {} : { question }),
    ...(review === undefined ? {} : { review }),
    ...(channel === undefined ? {} : { channel }),
    ...(customer === undefined ? {} : { customer_identity_id: BigInt(customer) }),
    ...(visitor === undefined ? {} : { visitor_key: visitor }),
    ...(cost === undefined ? {} : { min_cost: Number(cost) }),
    ...(low === undefined ? {} : { low_score: true }),
    ...(order === undefined ? {} : { order_by: order }),
  };
}

export function withoutFilters({ days, from, to, order }: SessionsSearch): SessionsSearch {
  return { days, from, to, order };
}

async function readSessions(
  query: SessionQuery,
  options: { readonly signal: AbortSignal; readonly priority?: 'background' },
): Promise<{ readonly items: readonly SessionRow[]; readonly total_count: number }> {
  const { items, total_count } = await call(listAiSessions, { query, ...options });
  return { items: items.map((session) => ({ ...session, id: session.session_id })), total_count };
}

/** A page of the list. Rows change only after a refresh or an own change. */
export function sessionsOptions(query: SessionQuery, skip: number, limit: number) {
  const asked = { ...query, limit, skip };
  return {
    queryKey: [...read(listAiSessions, asked).queryKey, 'rows'] as readonly unknown[],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => readSessions(asked, { signal }),
    staleTime: 30_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

/** All rows of a list as a file. */
export function sessionsFile(query: SessionQuery, fileName: string): ListFile<SessionRow> {
  return {
    fileName,
    readPage: (skip, limit, signal) => readSessions({ ...query, skip, limit }, { signal, priority: 'background' }),
    fileOf: (rows) => fieldsFile(FIELDS, rows),
  };
}
