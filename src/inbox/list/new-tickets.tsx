import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { listTickets, type Ticket } from '#contract/tickets.ts';
import { call } from '#src/api/call.ts';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities } from '#src/inbox/capabilities.ts';
import { messages as late } from '#src/inbox/messages.ts';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { ListGridProps } from './list-grid.tsx';
import type { ListPlan } from './list-plan.ts';
import { POLL_MS } from './list-queries.ts';
import type { TicketList } from './use-ticket-list.ts';

const texts = late.news;

/** A page of the newest: more than come in half a minute on a busy site. */
const LOOK = 20;

interface NewTicketsProps extends Pick<ListGridProps, 'grid' | 'list' | 'plan'> {
  readonly isTable: boolean;
}

/** "3 new tickets, show", over the first row: rows never come in by themselves, nor move for this line. */
export function NewTickets({ grid, list, plan, isTable }: NewTicketsProps) {
  const { count, newestId } = useNewTickets(list, plan);
  const [wanted, setWanted] = useState<string | null>(null);
  const [isShowing, setIsShowing] = useState(false);
  const announced = useRef(0);
  const words = texts.new(count, formatCount(count));
  useEffect(() => {
    if (count > announced.current) announce(texts.new(count, formatCount(count)));
    announced.current = count;
  }, [count]);

  // The newest gets the focus when its row is there; the line that had it is gone.
  // As the grid draws them: late.
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

function useNewTickets(list: TicketList, plan: ListPlan) {
  const can = useCapabilities();
  const { order_by: _order, dir: _dir, ...filters } = plan.query;
  const total = list.total ?? 0;
  // Read together with the rows: a refresh begins both anew.
  const newest = useQuery({
    queryKey: [listTickets.resource, 'newest', filters],
    queryFn: ({ signal }) => call(listTickets, { query: { ...filters, limit: LOOK }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const since = newest.data === undefined ? undefined : newSince(newest.data, total);
  const from = laterOf(filters.created_from, since ?? null);
  const look = useQuery({
    queryKey: [listTickets.resource, 'new', filters, since ?? null],
    queryFn: ({ signal }) => {
      const narrowed = can.filters && from !== undefined ? { ...filters, created_from: from } : filters;
      return call(listTickets, { query: { ...narrowed, limit: LOOK }, priority: 'background', signal });
    },
    enabled: since !== undefined,
    // The newest were just read: the first look is the next one.
    initialData: { items: [], total_count: 0 },
    initialDataUpdatedAt: newest.dataUpdatedAt,
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
  }).data;
  if (since === undefined) return { count: 0, newestId: null };
  const sinceMs = since === null ? 0 : Date.parse(since);
  const fresh = look.items.filter((ticket) => Date.parse(ticket.created_utc) >= sinceMs);
  const shown = fresh.filter((ticket) => list.rows.indexOf(ticket.id.toString()) !== undefined).length;
  const found = can.filters ? look.total_count : fresh.length;
  return { count: Math.max(0, found - shown), newestId: fresh[0]?.id.toString() ?? null };
}

interface Newest {
  readonly items: readonly Ticket[];
  readonly total_count: number;
}

/**
 * The instant from which on a ticket is new, ISO 8601; null where every ticket is. Between the rows and this check
 * some may have come already: as many as the list has grown by.
 * @param total how many tickets the rows on screen were loaded from
 */
export function newSince({ items, total_count: counted }: Newest, total: number): string | null {
  const grownBy = Math.max(0, counted - total);
  const last = items[Math.min(grownBy, items.length - 1)];
  // All of the list came meanwhile.
  if (last === undefined || grownBy >= counted) return null;
  return new Date(Date.parse(last.created_utc) + 1).toISOString();
}

export function laterOf(a: string | undefined, b: string | null): string | undefined {
  if (a === undefined || b === null) return a ?? b ?? undefined;
  return Date.parse(a) >= Date.parse(b) ? a : b;
}
