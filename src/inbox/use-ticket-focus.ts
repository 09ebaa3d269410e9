import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { GridHandle } from '#src/inbox/list/list-grid.tsx';

/**
 * The open ticket gets the focus when it was asked for by key or has the screen to itself; when it is left, its row
 * gets the focus back.
 */
export function useTicketFocus(ticket: string | undefined, isCovered: boolean, grid: RefObject<GridHandle | null>) {
  const detailPane = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  const before = useRef({ ticket, asked });
  useEffect(() => {
    const was = before.current;
    // What was asked for before its ticket stands in the URL waits for it.
    before.current = { ticket, asked: ticket === undefined ? was.asked : asked };
    if (ticket === undefined) {
      if (was.ticket !== undefined) grid.current?.focusTicket(was.ticket);
    } else if (was.asked !== asked || (isCovered && was.ticket !== ticket)) {
      detailPane.current?.focus({ preventScroll: true });
    }
  }, [ticket, isCovered, asked, grid]);
  const askFocus = useCallback(() => setAsked((count) => count + 1), []);
  return { detailPane, askFocus };
}
