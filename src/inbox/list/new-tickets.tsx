import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { call } from '#src/api/call.ts';
import { listTickets } from '#src/api/endpoints.ts';
import { formatCount } from '#src/format/number.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';
import { announce } from '#src/ui/announce.ts';
import { Kbd } from '#src/ui/kbd.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import type { GridHandle } from './list-grid.tsx';
import type { Abilities, ListPlan } from './list-plan.ts';
import { POLL_MS } from './list-queries.ts';
import { laterOf, newSince } from './news-since.ts';
import type { TicketList } from './use-ticket-list.ts';

const texts = defineMessages({
  new: (n: number, count: string) => plural(n, { one: '1 new ticket', other: `${count} new tickets` }),
  show: (news: string) => `${news}, show`,
});

/** A look at the newest: more than come in half a minute on a busy site. */
const LOOK = 20;

interface ListNewsProps {
  readonly handle: RefObject<GridHandle | null>;
  readonly list: TicketList;
  readonly plan: ListPlan;
  readonly can: Abilities;
  readonly isTable: boolean;
}

/** "3 new tickets, show", over the first row: rows never come in by themselves, nor move for this line. */
export function ListNews({ handle, list, plan, can, isTable }: ListNewsProps) {
  const { count, newestId } = useNews(list, plan, can);
  const [wanted, setWanted] = useState<string | null>(null);
  const [isShowing, setIsShowing] = useState(false);
  const said = useRef(0);
  const words = texts.new(count, formatCount(count));
  useEffect(() => {
    if (count > said.current) announce(texts.new(count, formatCount(count)));
    said.current = count;
  }, [count]);

  // The newest gets the focus when its row is there; the line that had it is gone.
  const { rows, isFetching } = list;
  useEffect(() => {
    if (wanted === null || isShowing || isFetching) return;
    setWanted(null);
    handle.current?.focusTicket(wanted);
  }, [wanted, isShowing, isFetching, rows, handle]);

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

interface News {
  readonly count: number;
  readonly newestId: string | null;
}

function useNews(list: TicketList, plan: ListPlan, can: Abilities): News {
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
    queryKey: [listTickets.resource, 'news', filters, since ?? null],
    queryFn: ({ signal }) => {
      const narrowed = can.filters && from !== undefined ? { ...filters, created_from: from } : filters;
      return call(listTickets, { query: { ...narrowed, limit: LOOK }, priority: 'background', signal });
    },
    enabled: since !== undefined,
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
    gcTime: 0,
    retry: false,
  }).data;
  if (look === undefined || since === undefined) return { count: 0, newestId: null };
  const sinceMs = since === null ? 0 : Date.parse(since);
  const fresh = look.items.filter((ticket) => Date.parse(ticket.created_utc) >= sinceMs);
  const shown = fresh.filter((ticket) => list.rows.indexOf(ticket.id.toString()) !== undefined).length;
  const found = can.filters ? look.total_count : fresh.length;
  return { count: Math.max(0, found - shown), newestId: fresh[0]?.id.toString() ?? null };
}
