import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { GridHandle } from './customers-grid.tsx';

/**
 * The open page gets the focus when it was asked for by key or has the screen to itself; when it is left, the row of
 * its customer gets the focus back.
 */
export function usePaneFocus(
  openId: string | null,
  hasPage: boolean,
  isCovered: boolean,
  grid: RefObject<GridHandle | null>,
) {
  const pane = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  const before = useRef({ openId, hasPage, asked });
  useEffect(() => {
    const was = before.current;
    // What was asked for before its page stands waits for it.
    before.current = { openId, hasPage, asked: hasPage ? asked : was.asked };
    if (!hasPage) {
      if (was.openId !== null) grid.current?.focusCustomer(was.openId);
    } else if (was.asked !== asked || (isCovered && (was.openId !== openId || !was.hasPage))) {
      pane.current?.focus({ preventScroll: true });
    }
  }, [openId, hasPage, isCovered, asked, grid]);
  const askFocus = useCallback(() => setAsked((count) => count + 1), []);
  return { pane, askFocus };
}
