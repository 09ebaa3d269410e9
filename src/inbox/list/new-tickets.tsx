import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from '#src/inbox/messages.ts';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { ListGridProps } from './list-grid.tsx';
import type { ListPlan } from './list-plan.ts';
import { POLL_MS, type TicketList } from './ticket-list.ts';

const texts = messages.news;

/** More than arrive in half a minute on a busy site. */
const MAX_NEW = 20;

interface NewTicketsProps extends Pick<ListGridProps, 'grid' | 'list' | 'plan'> {
  readonly isTable: boolean;
}

/** "3 new tickets, show", over the first row: rows never appear by themselves. */
export function NewTickets({ grid, list, plan, isTable }: NewTicketsProps) {
  const { count, newestId } = useNewTickets(list, plan);
  const [wanted, setWanted] = useState<string | null>(null);
  const [isShowing, setIsShowing] = useState(false);
  const announced = useRef(0);
  const words = texts.new(count, count === MAX_NEW ? texts.atLeast(formatCount(count)) : formatCount(count));
  useEffect(() => {
    if (count > announced.current) announce(words);
    announced.current = count;
  }, [count, words]);

  // The button is gone: focus the newest ticket once the grid has drawn its row.
  const rows = useDeferredValue(list.rows);
  const { isFetching } = list;
  useEffect(() => {
    if (wanted === null || isShowing || isFetching || rows !== list.rows) return;
    setWanted(null);
    grid.current?.focusRow(wanted);
  }, [wanted, isShowing, isFetching, rows, list.rows, grid]);

  async function show(): Promise<void> {
    setIsShowing(true);
    setWanted(newestId);
    await list.refresh();
    setIsShowing(false);
  }

  if (count === 0) return null;
  return (
    <div className="relative z-sticky h-0 flex-none">
      <div className={`absolute inset-x-3 flex justify-end ${isTable ? 'top-9' : 'top-0.5'}`}>
        <button
          type="button"
          aria-busy={isShowing || undefined}
          className="hit relative inline-flex min-h-6 items-center gap-1.5 rounded-control border border-accent-line bg-accent-tint px-2 text-12 font-medium text-accent-text shadow-1 hover:bg-selected pointer-coarse:min-h-9"
          onClick={() => void show()}
        >
          {isShowing ? <Spinner /> : null}
          {texts.show(words)}
          <Kbd keys="r" />
        </button>
      </div>
    </div>
  );
}

/** Polls the newest tickets of the list and counts those that came after its first answer. */
function useNewTickets({ rows, total, readAt }: TicketList, { query }: ListPlan) {
  const { order_by: _order, dir: _dir, ...filters } = query;
  const { data: newest, dataUpdatedAt: askedAt } = useQuery({
    queryKey: [listTickets.resource, 'newest', filters],
    queryFn: ({ signal }) =>
      call(listTickets, { query: { ...filters, limit: MAX_NEW }, priority: 'background', signal }),
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // Each reading of the rows starts a new count.
  const [start, setStart] = useState<{ readonly readAt: number; readonly known: Known } | null>(null);
  if (newest !== undefined && total !== null && askedAt >= readAt && start?.readAt !== readAt)
    setStart({ readAt, known: knownAt(newest, total) });
  if (start?.readAt !== readAt || newest === undefined) return { count: 0, newestId: null };
  const fresh = newest.items.filter(
    (ticket) => isNew(ticket, start.known) && rows.indexOf(ticket.id.toString()) === undefined,
  );
  return { count: fresh.length, newestId: fresh[0]?.id.toString() ?? null };
}

interface Newest {
  readonly items: readonly Ticket[];
  readonly total_count: number;
}

/** The newest ticket of the list when its rows were read; null if it was empty. */
type Known = Pick<Ticket, 'created_utc'> | 'none';

/**
 * Tickets may arrive between the rows and the first answer of the newest ones: as many as the list has grown by.
 * @param total how many tickets matched when the rows were read
 */
export function knownAt({ items, total_count: counted }: Newest, total: number): Known {
  const grownBy = Math.max(0, counted - total);
  return grownBy >= counted ? 'none' : (items[Math.min(grownBy, items.length - 1)] ?? 'none');
}

export function isNew(ticket: Ticket, known: Known): boolean {
  return known === 'none' || Date.parse(ticket.created_utc) > Date.parse(known.created_utc);
}
