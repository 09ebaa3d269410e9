import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { formatCount } from '#src/format/number.ts';
import { useProfile } from '#src/inbox/profile.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import type { ListPosition } from '#src/ticket-edit/open-ticket.ts';
import { Skeleton } from '#src/ui/loading.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { moveHold } from './ticket-list.ts';
import { planList } from './list-plan.ts';
import { useOpenTicket } from './use-open-ticket.ts';
import { useTicketList } from './ticket-list.ts';

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
  const profile = useProfile();
  const plan = useMemo(() => planList(search, profile), [search, profile]);
  const list = useTicketList(plan, search);
  const { rows, total, show: load } = list;
  const showAt = (id: string): void => show(id, { ...search, skip: rows.indexOf(id) ?? search.skip });
  const { openId = addressed, open } = useOpenTicket({ addressed, show: showAt, leave: () => undefined });
  const index = rows.indexOf(openId);
  const last = (total ?? 0) - 1;
  // A key went to the next or previous row before it was loaded. Counted from the open one: rows move meanwhile.
  const [awaited, setAwaited] = useState<1 | -1 | null>(null);
  const neighbour = useCallback(
    (by: 1 | -1): number | null => {
      if (index === undefined) return null;
      let place = index + by;
      while (rows.isRepeated(place)) place += by;
      return place < 0 || place > last ? null : place;
    },
    [index, rows, last],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      const place = neighbour(by);
      const row = place === null ? undefined : rows.at(place);
      setAwaited(place === null || row !== undefined ? null : by);
      if (row !== undefined) open(row.id.toString(), { replace: true, isPassing: true });
    },
    [neighbour, rows, open],
  );
  useEffect(() => {
    if (awaited !== null) step(awaited);
  }, [awaited, step]);

  const listPosition = useMemo((): ListPosition | undefined => {
    if (index === undefined) return undefined;
    return {
      position: index + 1,
      total: last + 1,
      onPrevious: neighbour(-1) === null ? undefined : () => step(-1),
      onNext: neighbour(1) === null ? undefined : () => step(1),
      onDone: () => step(1),
    };
  }, [index, last, neighbour, step]);

  const { group, next, previous } = messages.keys;
  const isMovable = awaited === null;
  useShortcut('j', () => listPosition?.onNext?.(), { label: next, group, repeat: true, when: isMovable });
  useShortcut('k', () => listPosition?.onPrevious?.(), { label: previous, group, repeat: true, when: isMovable });

  const place = index ?? search.skip ?? 0;
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
