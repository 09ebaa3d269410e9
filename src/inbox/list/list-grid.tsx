import {
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { messages } from '#src/inbox/messages.ts';
import { TicketRow, type RowProps } from '#src/inbox/rows/ticket-row.tsx';
import { gridKeyHandler } from '#src/ui/rows/grid-keys.ts';
import { rowHeight } from '#src/ui/rows/row-height.ts';
import { useActiveRow } from '#src/ui/rows/use-active-row.ts';
import { useRowBatches } from '#src/ui/rows/row-batches.ts';
import { rowOf, useRowIntent } from '#src/ui/rows/use-row-intent.ts';
import { useRowOpening, type OpenOptions } from '#src/ui/rows/use-row-opening.ts';
import { useRowWindow } from '#src/ui/rows/use-row-window.ts';
import { useScrollPosition } from '#src/ui/rows/use-scroll-position.ts';
import { useShownRows } from '#src/ui/rows/use-shown-rows.ts';
import type { ListPlan } from './list-plan.ts';
import { groupOfRow, type GroupCounts, type RowGroup } from './row-groups.ts';
import type { Selection } from './use-selection.ts';
import type { TicketList } from './use-ticket-list.ts';

interface GroupHeadProps {
  /** Null while the row below it is not known: the place stays. */
  readonly group: RowGroup | null;
  readonly counts: GroupCounts;
}

/** The line above a group's rows, a row of the grid itself. */
function GroupHead({ group, counts }: GroupHeadProps) {
  const count = group === null ? undefined : counts[group];
  return (
    <div role="row" className="flex-none border-b border-line bg-app">
      <div role="gridcell" className="flex min-h-7 items-center gap-1.5 px-4 text-12">
        <span className="font-medium">{group === null ? '\u00a0' : messages.group[group]}</span>
        {count === undefined ? null : <span className="text-ink-3 tabular-nums">{formatCount(count)}</span>}
      </div>
    </div>
  );
}

export interface GridHandle {
  /** Opens the ticket before or after the open one; the focus stays where it is. */
  step(by: 1 | -1): void;
  /** Gives the focus to the row of a ticket, or to the first one. */
  focusTicket(id: string | null): void;
  /** The row that keys act on, and the ticket that it shows. */
  activeRow(): {
    readonly index: number;
    readonly ticket: Ticket | undefined;
    readonly element: HTMLElement | null;
  };
  /** Goes to the row before or after, as J and K do. */
  goBy(by: 1 | -1): void;
  /** From the open ticket to the next one, when it is done. One that does not stand in the list has no next one. */
  goOn(): void;
}

/** Rows and headings of the table, which most people never open. */
export interface TableParts {
  readonly Row: ComponentType<RowProps>;
  readonly Head: ComponentType<{ readonly selection: Selection; readonly loaded: number }>;
}

export interface ListGridProps {
  readonly handle: RefObject<GridHandle | null>;
  readonly list: TicketList;
  readonly plan: ListPlan;
  readonly headSkip: number;
  readonly groupCounts: GroupCounts;
  /** What the rows of a table are drawn with; null for the list of two lines a ticket. */
  readonly table: TableParts | null;
  /** The open ticket. */
  readonly selectedId: string | undefined;
  readonly selection: Selection;
  /** A ticket covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** Moving the selection opens the ticket beside the list. */
  readonly isSplit: boolean;
  readonly thresholdMs: number | null;
  /** The first row in sight when the list appears. */
  readonly startAt: number;
  readonly onOpen: (id: string, options: OpenOptions) => void;
  readonly onIntent: (id: string) => void;
  readonly onFirstRow: (index: number) => void;
}

/** The windowed rows: a few dozen of them exist, however many tickets there are. */
export function ListGrid(props: ListGridProps) {
  const { list, plan, table, selectedId, selection, isSplit, isCovered, startAt, onOpen, onIntent, onFirstRow } = props;
  const isTable = table !== null;
  const { show } = list;
  const { rows } = list;
  const total = list.total ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const [height] = useState(() => rowHeight(isTable));
  const nowMs = useNow();
  const zone = useDisplayZone();
  const positionKey = `${plan.key}${isTable ? 'table' : ''}`;

  const rowWindow = useRowWindow({ scroller, count: total, height });
  const { first, last, from, to, scrollToRow } = rowWindow;
  const keyed = useActiveRow(scroller, rows, scrollToRow);
  const { active: activeRow, setActive, focusRow } = keyed;
  const openTicket = useCallback((ticket: Ticket, how: OpenOptions) => onOpen(ticket.id.toString(), how), [onOpen]);
  const {
    openIndex: selectedIndex,
    open,
    step,
    goBy,
  } = useRowOpening({
    ...keyed,
    rows,
    total,
    first,
    openId: selectedId,
    isCovered,
    isSplit,
    scrollToRow,
    labels: messages.keys,
    onOpen: openTicket,
  });
  const active = Math.min(activeRow ?? selectedIndex ?? first, Math.max(0, total - 1));
  useScrollPosition({ key: positionKey, scroller, rowWindow, total, startAt, onFirstRow });

  useShownRows(show, from, to);
  const { isDrawn, isComplete } = useRowBatches({ rows, first, last, from, to, active });

  useImperativeHandle(props.handle, () => ({
    step,
    focusTicket: (id) => focusRow(id === null ? 0 : (rows.indexOf(id) ?? active)),
    activeRow: () => ({
      index: active,
      ticket: rows.at(active),
      element: scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`) ?? null,
    }),
    // From the row that a verb acted on, which nobody may have gone to.
    goBy: (by) => goBy(by, false, active),
    goOn: () => (selectedIndex === undefined ? undefined : goBy(1, false, selectedIndex)),
  }));

  function onClick(event: MouseEvent<HTMLElement>): void {
    const index = rowOf(event.target);
    // A click that the browser knows (new tab, new window) stays the browser's.
    if (index === null || event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('[data-own]') !== null) return;
    event.preventDefault();
    if (event.shiftKey || isCheck(event.target)) {
      setActive(index);
      return selection.toggle(index, event.shiftKey);
    }
    open(index, { replace: false, wantsFocus: false });
  }

  const intent = useRowIntent(rows.at, (ticket) => onIntent(ticket.id.toString()));

  const place = { groups: plan.groups, headSkip: props.headSkip, headLength: list.headLength };
  const groupAt = (index: number) => groupOfRow(rows, index, place);
  const topGroup = groupAt(first) ?? groupAt(0);
  // A row that scrolled away is not there for Tab to reach.
  const tabStop = active >= from && active <= to ? active : first;
  const Row = table?.Row ?? TicketRow;
  return (
    <div
      role="grid"
      id="tickets"
      aria-label={messages.tickets}
      aria-rowcount={total + (isTable ? 1 : 0)}
      aria-multiselectable="true"
      aria-busy={list.isOutdated || !isComplete || undefined}
      className="@container flex min-h-0 flex-1 flex-col"
      onClick={onClick}
      onFocus={(event) => {
        // However a row got the focus, keys act on it.
        const index = event.target.dataset['row'];
        if (index !== undefined && Number(index) !== activeRow) setActive(Number(index));
      }}
      // A range that is ticked with Shift marks no text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      {...intent}
      onKeyDown={gridKeyHandler({
        active,
        total,
        pageRows: Math.max(1, last - first),
        go: focusRow,
        open: (index) => open(index, { replace: false, wantsFocus: true }),
      })}
    >
      {table === null ? null : <table.Head selection={selection} loaded={rows.countLoaded()} />}
      {topGroup === null && plan.groups !== 'whole' ? null : <GroupHead group={topGroup} counts={props.groupCounts} />}
      <div
        ref={scroller}
        role="presentation"
        data-scroller=""
        className={`min-h-0 flex-1 overflow-y-auto ${isTable ? 'overflow-x-auto' : 'overflow-x-hidden'} [scrollbar-width:thin] [overflow-anchor:none] ${
          list.isOutdated ? 'opacity-60' : ''
        }`}
      >
        <div
          role="presentation"
          data-table={isTable || undefined}
          className="skeleton-list relative w-full min-w-(--table-least,0)"
          style={{ height: rowWindow.totalHeight }}
        >
          {Array.from({ length: to - from + 1 }, (_, step) => from + step).map((index) => {
            // Until a row is drawn, what is painted behind all of them shows in its place.
            if (!isDrawn(index)) return null;
            const ticket = rows.isRepeated(index) ? undefined : rows.at(index);
            const rowGroup = groupAt(index);
            const isGroupStart = index > 0 && rowGroup !== null && rowGroup !== groupAt(index - 1);
            return (
              // A place of its own: when one row comes or goes, the others are not laid out and painted anew.
              <div
                key={index}
                ref={rowWindow.measureRow}
                data-index={index}
                role="presentation"
                className="absolute inset-x-0 bg-surface"
                style={{ top: rowWindow.offsetOf(index) }}
              >
                {isGroupStart ? <GroupHead group={rowGroup} counts={props.groupCounts} /> : null}
                {ticket === undefined ? null : (
                  <Row
                    ticket={ticket}
                    index={index}
                    isSelected={ticket.id.toString() === selectedId}
                    isChecked={selection.has(ticket.id.toString())}
                    isTabStop={index === tabStop}
                    nowMs={nowMs}
                    thresholdMs={props.thresholdMs}
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

function isCheck(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[role="checkbox"]') !== null;
}

/** Gives the focus to the row that the keys act on, the one Tab stop of the list, where there is one. */
export function focusActiveRow(): void {
  document.querySelector<HTMLElement>('#tickets [data-row][tabindex="0"]')?.focus({ preventScroll: true });
}
