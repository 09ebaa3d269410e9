import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities } from '#src/inbox/capabilities.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import type { ListPosition } from '#src/ticket-edit/open-ticket.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { moveHold } from './list-queries.ts';
import { planList } from './list-plan.ts';
import { useOpenTicket } from './use-open-ticket.ts';
import { useTicketList } from './use-ticket-list.ts';

interface TicketInListProps {
  /** The list that the ticket was opened from; `skip` is the place of the ticket in it. */
  readonly search: InboxSearch;
  /** The ticket in the address. */
  readonly addressed: string;
  /** Puts another ticket of the list into the address. */
  readonly show: (id: string, search: InboxSearch) => void;
  readonly prefetch: (id: string) => void;
  /** @param listPosition undefined until the list is loaded, and for a ticket that is not in it */
  readonly children: (id: string, listPosition: ListPosition | undefined) => ReactNode;
}

/** Rows loaded ahead, so that keys rarely wait for the next one. */
const AHEAD = 50;

/** A ticket with the page to itself, and the way to the next and the previous one of the list that it was opened from. */
export function TicketInList({ search, addressed, show, prefetch, children }: TicketInListProps) {
  const can = useCapabilities();
  const plan = useMemo(() => planList(search, can), [search, can]);
  const list = useTicketList(plan, search);
  const { rows, total, show: load } = list;
  const showAt = (id: string): void => show(id, { ...search, skip: rows.indexOf(id) ?? search.skip });
  const { openId = addressed, open } = useOpenTicket({ addressed, show: showAt, leave: () => undefined });
  const index = rows.indexOf(openId);
  // The row that a key went to before it was loaded.
  const [awaited, setAwaited] = useState<number | null>(null);

  const last = (total ?? 0) - 1;
  const goTo = useCallback(
    (place: number) => {
      const row = rows.at(place);
      setAwaited(row === undefined ? place : null);
      if (row !== undefined) open(row.id.toString(), { replace: true, isPassing: true });
    },
    [rows, open],
  );
  useEffect(() => {
    if (awaited !== null && (awaited > last || rows.at(awaited) !== undefined)) goTo(Math.min(awaited, last));
  }, [awaited, last, rows, goTo]);

  const listPosition = useMemo((): ListPosition | undefined => {
    if (index === undefined) return undefined;
    function neighbour(by: 1 | -1, from: number): number | null {
      let place = from + by;
      while (rows.isRepeated(place)) place += by;
      return place < 0 || place > last ? null : place;
    }
    const [before, after] = [neighbour(-1, index), neighbour(1, index)];
    return {
      position: index + 1,
      total: last + 1,
      onPrevious: before === null ? undefined : () => goTo(before),
      onNext: after === null ? undefined : () => goTo(after),
      onDone: () => void (after !== null && goTo(after)),
    };
  }, [index, last, rows, goTo]);

  const { group, next, previous } = messages.keys;
  const isMovable = awaited === null;
  useShortcut('j', () => listPosition?.onNext?.(), { label: next, group, repeat: true, when: isMovable });
  useShortcut('k', () => listPosition?.onPrevious?.(), { label: previous, group, repeat: true, when: isMovable });

  const place = awaited ?? index ?? search.skip ?? 0;
  useEffect(() => load(Math.max(0, place - AHEAD), place + AHEAD), [load, place]);
  const nextId = rows.at(place + 1)?.id.toString();
  useEffect(() => {
    if (nextId !== undefined) prefetch(nextId);
  }, [nextId, prefetch]);
  // The row stays in the list while its ticket is shown, also where it no longer matches.
  useLayoutEffect(() => moveHold(BigInt(openId)), [openId]);
  useEffect(() => () => moveHold(null), []);

  const isMoved = openId !== addressed;
  const number = index === undefined ? undefined : rows.at(index)?.ticket_number;
  useEffect(() => {
    if (isMoved && number !== undefined && index !== undefined)
      announce(messages.ticketOf(String(number), formatCount(index + 1), formatCount(last + 1)));
    // Once a ticket: its place may change while it is shown.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [openId]);

  if (awaited === null) return children(openId, listPosition);
  return (
    <div role="status" aria-label={messages.loadingNext} className="flex max-w-measure flex-col gap-3 px-5 py-3">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-2.5 w-5/6" />
      <Skeleton className="h-2.5 w-2/3" />
    </div>
  );
}
