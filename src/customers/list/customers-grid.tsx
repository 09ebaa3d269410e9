import { useImperativeHandle, useRef, useState, type MouseEvent, type RefObject } from 'react';
import type { ListedCustomer } from '#contract/customers.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { useNow } from '#src/format/use-now.ts';
import { gridKeyHandler } from '#src/ui/rows/grid-keys.ts';
import { rowHeight } from '#src/ui/rows/row-height.ts';
import { useActiveRow } from '#src/ui/rows/use-active-row.ts';
import { useRowBatches } from '#src/ui/rows/use-row-batches.ts';
import { rowOf, useRowIntent } from '#src/ui/rows/use-row-intent.ts';
import { useRowOpening, type OpenOptions } from '#src/ui/rows/use-row-opening.ts';
import { useRowWindow } from '#src/ui/rows/use-row-window.ts';
import { useScrollPosition } from '#src/ui/rows/use-scroll-position.ts';
import { useShownRows } from '#src/ui/rows/use-shown-rows.ts';
import { CustomerRow } from './customer-row.tsx';
import { messages } from './messages.ts';
import type { CustomerList } from './use-customer-list.ts';

export interface GridHandle {
  /** Gives the focus to the row of a customer; null for the first one. */
  focusCustomer(id: string | null): void;
  /** Gives the focus to the row that the keys are on. */
  focusActive(): void;
}

interface CustomersGridProps {
  readonly handle: RefObject<GridHandle | null>;
  readonly list: CustomerList;
  /** Where it was scrolled to is remembered by this. */
  readonly listKey: string;
  readonly openId: string | undefined;
  /** A page covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** Moving along the list opens the page beside it. */
  readonly isSplit: boolean;
  readonly startAt: number;
  readonly hrefOf: (customer: ListedCustomer) => string;
  readonly onOpen: (customer: ListedCustomer, options: OpenOptions) => void;
  readonly onIntent: (customer: ListedCustomer) => void;
  readonly onFirstRow: (index: number) => void;
}

/** The windowed rows: a few dozen of them exist, however many customers there are. */
export function CustomersGrid(props: CustomersGridProps) {
  const { list, openId, isCovered, isSplit, startAt, hrefOf, onOpen, onIntent, onFirstRow } = props;
  const { rows, show } = list;
  const total = list.total ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const [height] = useState(() => rowHeight(false));
  const nowMs = useNow();
  const zone = useDisplayZone();

  const rowWindow = useRowWindow({ scroller, count: total, height });
  const { first, last, from, to, scrollToRow } = rowWindow;
  const keyed = useActiveRow(scroller, rows, scrollToRow);
  const { active: activeRow, setActive, focusRow } = keyed;
  const { openIndex, open } = useRowOpening({
    ...keyed,
    rows,
    total,
    first,
    openId,
    isCovered,
    isSplit,
    scrollToRow,
    labels: messages.keys,
    onOpen,
  });
  const active = Math.min(activeRow ?? openIndex ?? first, Math.max(0, total - 1));
  useScrollPosition({ key: props.listKey, scroller, rowWindow, total, startAt, onFirstRow });
  useShownRows(show, from, to);
  const { isDrawn, isComplete } = useRowBatches({ rows, first, last, from, to, active });

  useImperativeHandle(props.handle, () => ({
    focusCustomer: (id) => focusRow(id === null ? 0 : (rows.indexOf(id) ?? active)),
    focusActive: () => focusRow(active),
  }));

  function onClick(event: MouseEvent<HTMLElement>): void {
    const index = rowOf(event.target);
    // A click that the browser knows (new tab, new window) stays the browser's.
    if (index === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    event.preventDefault();
    open(index, { replace: false, wantsFocus: false });
  }

  const intent = useRowIntent(rows.at, onIntent);
  // A row that scrolled away is not there for Tab to reach.
  const tabStop = active >= from && active <= to ? active : first;
  return (
    <div
      role="grid"
      id="customers"
      aria-label={messages.list}
      aria-rowcount={total}
      aria-busy={list.isOutdated || !isComplete || undefined}
      className="flex min-h-0 flex-1 flex-col"
      onClick={onClick}
      onFocus={(event) => {
        // However a row got the focus, keys act on it.
        const index = event.target.dataset['row'];
        if (index !== undefined && Number(index) !== activeRow) setActive(Number(index));
      }}
      {...intent}
      onKeyDown={gridKeyHandler({
        active,
        total,
        pageRows: Math.max(1, last - first),
        go: focusRow,
        open: (index) => open(index, { replace: false, wantsFocus: true }),
      })}
    >
      <div
        ref={scroller}
        role="presentation"
        className={`min-h-0 flex-1 overflow-x-hidden overflow-y-auto [overflow-anchor:none] [scrollbar-width:thin] ${
          list.isOutdated ? 'opacity-60' : ''
        }`}
      >
        <div role="presentation" className="skeleton-list relative w-full" style={{ height: rowWindow.totalHeight }}>
          {Array.from({ length: to - from + 1 }, (_, step) => from + step).map((index) => {
            if (!isDrawn(index)) return null;
            const customer = rows.isRepeated(index) ? undefined : rows.at(index);
            return (
              <div
                key={index}
                ref={rowWindow.measureRow}
                data-index={index}
                role="presentation"
                className="absolute inset-x-0 bg-surface"
                style={{ top: rowWindow.offsetOf(index) }}
              >
                {customer === undefined ? null : (
                  <CustomerRow
                    customer={customer}
                    href={hrefOf(customer)}
                    index={index}
                    isOpen={customer.id.toString() === openId}
                    isTabStop={index === tabStop}
                    nowMs={nowMs}
                    zone={zone}
                  />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
