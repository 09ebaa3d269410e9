import { queryOptions } from '@tanstack/react-query';
import { listTicketComments } from '#contract/ticket-comments.ts';
import { getTicket, listTickets, type Ticket, type TicketDetail } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, whoamiOptions } from '#src/api/whoami.ts';
import { parseId } from '#src/format/id.ts';

const PARTS = ['links', 'activity', 'comments'] as const;
const POLL_MS = 30_000;
/** A thread may have thousands. */
export const COMMENTS_A_PAGE = 100;

/**
 * One ticket with all its parts and its newest comments, plus the earlier ones that are already loaded. Its row of a list is
 * the placeholder. A service without pages of comments sends all of them.
 */
export function ticketOptions(id: bigint) {
  const whoami = queryClient.getQueryData(whoamiOptions().queryKey);
  const hasPages = whoami !== undefined && isWholeService(whoami);
  const query = { id, include: [...PARTS], ...(hasPages ? { comments: COMMENTS_A_PAGE } : {}) };
  const { queryKey } = read(getTicket, query);
  return queryOptions<TicketDetail, Error, TicketDetail, readonly unknown[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const fresh = await call(getTicket, { query, signal });
      return withEarlier(queryClient.getQueryData<TicketDetail>(queryKey), fresh);
    },
    staleTime: 15_000,
    refetchInterval: POLL_MS,
    placeholderData: () => findListed(id),
  });
}

/** A fresh ticket with the older comments that are already loaded and directly precede its oldest one. */
export function withEarlier(before: TicketDetail | undefined, fresh: TicketDetail): TicketDetail {
  const { comments = [] } = fresh;
  const known = before?.comments ?? [];
  const at = known.findIndex(({ id }) => id === comments[0]?.id);
  return at > 0 ? { ...fresh, comments: [...known.slice(0, at), ...comments] } : fresh;
}

/** The number of older comments that are not loaded. */
export function earlierCount({ comments = [], comment_count: total = 0 }: TicketDetail): number {
  return Math.max(0, total - comments.length);
}

/** Loads the next older comments. @param onArrived called just before they are drawn @throws ApiFailure */
export async function loadEarlier(id: bigint, onArrived: () => void): Promise<void> {
  const { queryKey } = ticketOptions(id);
  const [oldest] = queryClient.getQueryData<TicketDetail>(queryKey)?.comments ?? [];
  if (oldest === undefined) return;
  const { items } = await call(listTicketComments, {
    query: { ticket_id: id, before_id: oldest.id, limit: COMMENTS_A_PAGE },
  });
  onArrived();
  queryClient.setQueryData<TicketDetail>(queryKey, (shown) =>
    shown?.comments?.[0]?.id === oldest.id ? { ...shown, comments: [...items.toReversed(), ...shown.comments] } : shown,
  );
}

export function prefetchTicket(id: string): void {
  const parsed = parseId(id);
  if (parsed === null) return;
  const { refetchInterval: _poll, placeholderData: _row, ...options } = ticketOptions(parsed);
  void queryClient.prefetchQuery(options);
}

function findListed(id: bigint): TicketDetail | undefined {
  const lists = queryClient.getQueriesData<{ readonly items?: readonly Ticket[] }>({
    queryKey: [listTickets.resource],
  });
  for (const [, list] of lists) {
    const found = list?.items?.find((ticket) => ticket.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}
