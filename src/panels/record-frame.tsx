import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';

interface RecordFrameOptions {
  /** Id of the open record. */
  readonly openId: string | undefined;
  /** The record's pane has a page, which can be another one than a record's. */
  readonly hasPage: boolean;
  /** The record is beside the list; otherwise it covers the list. */
  readonly isSplit: boolean;
  readonly grid: RefObject<{ readonly focusRow: (id: string | null) => void } | null>;
  readonly onLeave: () => void;
  readonly keys: { readonly group: string; readonly back: string };
}

type Frame = ReturnType<typeof useRecordFrame>;

/**
 * Focus and Escape of a list with a record. The record gets the focus if a key opened it or it covers the list; when it
 * closes, the focus returns to its row. Escape closes a record that covers the list, and leaves one beside it.
 */
export function useRecordFrame({ openId, hasPage, isSplit, grid, onLeave, keys }: RecordFrameOptions) {
  const isCovered = hasPage && !isSplit;
  const pane = useRef<HTMLElement>(null);
  const [focusRequests, setFocusRequests] = useState(0);
  const before = useRef({ openId, hasPage, focusRequests });
  useLayoutEffect(() => {
    const was = before.current;
    // A request for the focus waits until the page is mounted.
    before.current = { openId, hasPage, focusRequests: hasPage ? focusRequests : was.focusRequests };
    if (!hasPage) {
      // Don't steal the focus from a link of the navigation.
      const isElsewhere = document.activeElement?.matches('nav *') === true;
      if (was.openId !== undefined && !isElsewhere) grid.current?.focusRow(was.openId);
    } else if (was.focusRequests !== focusRequests || (isCovered && (was.openId !== openId || !was.hasPage))) {
      pane.current?.focus({ preventScroll: true });
    }
  }, [openId, hasPage, isCovered, focusRequests, grid]);
  useShortcut(
    'escape',
    () => {
      if (isCovered) return onLeave();
      if (openId === undefined || pane.current?.contains(document.activeElement) !== true) return false;
      grid.current?.focusRow(openId);
    },
    { label: keys.back, group: keys.group, when: hasPage },
  );
  const requestFocus = useCallback(() => setFocusRequests((count) => count + 1), []);
  return { pane, isCovered, isSplit, requestFocus };
}

interface RecordFrameProps {
  readonly frame: Frame;
  readonly header: ReactNode;
  readonly list: ReactNode;
  readonly listLabel: string;
  /** Width of the list beside a record, or of a list alone. */
  readonly listClass: string;
  readonly record: ReactNode;
  readonly recordLabel: string;
  /** Beside the list, instead of the record. */
  readonly side?: ReactNode;
  /** Below the list and the record. */
  readonly foot?: ReactNode;
}

/** A page with a list and a record, side by side or one over the other. */
export function RecordFrame(props: RecordFrameProps) {
  const { frame, header, list, listLabel, listClass, record, recordLabel, side, foot } = props;
  const { pane, isCovered, isSplit } = frame;
  const page = (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={recordLabel}
      className={`flex min-h-0 min-w-0 flex-1 flex-col bg-surface outline-none ${isCovered ? 'absolute inset-0 z-sticky' : ''}`}
    >
      {record}
    </section>
  );
  return (
    // In a very low window the page scrolls; the list still needs a height of its own.
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col [@media(max-height:480px)]:h-[max(85dvh,300px)] [@media(max-height:480px)]:flex-none">
      <div inert={isCovered} className="contents">
        {header}
      </div>
      <div className="flex min-h-0 flex-1">
        <section inert={isCovered} aria-label={listLabel} className={`flex min-h-0 min-w-0 flex-col ${listClass}`}>
          {list}
        </section>
        <div inert={isCovered} className="contents">
          {side}
        </div>
        {/* One place in the tree: a record keeps its state when the window gets narrower. */}
        {isCovered || (isSplit && side === undefined) ? page : null}
      </div>
      <div inert={isCovered} className="contents">
        {foot}
      </div>
    </div>
  );
}
