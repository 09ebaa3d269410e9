import { useCallback, useEffect, useRef, useState } from 'react';
import type { TicketGrid } from './list-grid.tsx';
import type { TicketTab } from '#src/ticket-edit/ticket-tabs.ts';

/** What the open ticket needs of the list it was opened from. */
export interface OpenTicket {
  readonly id: string;
  readonly tab: TicketTab;
  readonly onTab: (tab: TicketTab) => void;
  /** Place in the list, counted from 1; null while its row is not loaded. */
  readonly position: number | null;
  readonly total: number;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** It is resolved: on to the next. */
  readonly onDone: () => void;
  /** Back to the list, where the ticket has the screen to itself. */
  readonly onBack: (() => void) | undefined;
}

/**
 * The open ticket gets the focus when it was asked for by key or has the screen to itself; when it is left, its row
 * gets the focus back.
 */
export function useTicketFocus(ticket: string | undefined, isCovered: boolean, grid: TicketGrid) {
  const detailPane = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  const before = useRef({ ticket, asked });
  useEffect(() => {
    const was = before.current;
    // What was asked for before its ticket stands in the URL waits for it.
    before.current = { ticket, asked: ticket === undefined ? was.asked : asked };
    if (ticket === undefined) {
      if (was.ticket !== undefined) grid.current?.focusRow(was.ticket);
    } else if (was.asked !== asked || (isCovered && was.ticket !== ticket)) {
      detailPane.current?.focus({ preventScroll: true });
    }
  }, [ticket, isCovered, asked, grid]);
  const askFocus = useCallback(() => setAsked((count) => count + 1), []);
  return { detailPane, askFocus };
}
