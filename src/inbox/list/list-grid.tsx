import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import {
  COLUMNS,
  columnsMessages,
  leastWidthOf,
  TABLE_GRID,
  templateOf,
  useColumns,
} from '#src/inbox/columns/columns.ts';
import { messages } from '#src/inbox/messages.ts';
import { TableRow } from '#src/inbox/rows/table-row.tsx';
import { TicketRow } from '#src/inbox/rows/ticket-row.tsx';
import { isReadOnly } from '#src/session/read-only.ts';
import { messages as verbMessages } from '#src/ticket-edit/verb-messages.ts';
import { WindowedGrid, type GridHandle, type OpenOptions } from '#src/ui/rows/windowed-grid.tsx';
import { TickBox } from '#src/ui/tick-box.tsx';
import type { InboxActions } from './list-actions.ts';
import type { ListPlan } from './list-plan.ts';
import { groupOfRow, moveHold, ROW_GROUPS, type GroupCounts, type TicketList } from './ticket-list.ts';
import type { Selection } from './use-selection.ts';

export type TicketGrid = RefObject<GridHandle<Ticket> | null>;

export interface ListGridProps {
  readonly grid: TicketGrid;
  readonly list: TicketList;
  readonly plan: ListPlan;
  readonly groupCounts: GroupCounts;
  /** One line a ticket, with columns; otherwise two lines. */
  readonly isTable: boolean;
  readonly openId: string | undefined;
  readonly selection: Selection;
  /** A ticket covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** J and K open tickets beside the list. */
  readonly isSplit: boolean;
  readonly thresholdMs: number | null;
  /** The first row in sight when the list appears. */
  readonly startAt: number;
  readonly actions: InboxActions;
  readonly onIntent: (id: string) => void;
}

/** The rows of the tickets, in groups if the plan has them. */
export function ListGrid(props: ListGridProps) {
  const { grid, list, plan, groupCounts, isTable, openId, selection, actions, onIntent } = props;
  const nowMs = useNow();
  const zone = useDisplayZone();
  const Row = isTable ? TableRow : TicketRow;
  const open = useCallback((ticket: Ticket, how: OpenOptions) => actions.open(ticket.id.toString(), how), [actions]);
  return (
    // Fingers see the boxes of the rows as long as something is selected.
    <div data-selecting={selection.ids.size > 0 || undefined} className="flex min-h-0 flex-1 flex-col">
      <WindowedGrid
        id="tickets"
        label={messages.tickets}
        handle={grid}
        list={list}
        positionKey={`${plan.key}${isTable ? 'table' : ''}`}
        startAt={props.startAt}
        onFirstRow={actions.noteFirstRow}
        openId={openId}
        isCovered={props.isCovered}
        isSplit={props.isSplit}
        keys={messages.keys}
        onOpen={open}
        onCurrent={moveHold}
        onIntent={(ticket) => onIntent(ticket.id.toString())}
        {...(isReadOnly() ? {} : { onTick: selection.toggle })}
        {...(isTable ? { head: <TableHead selection={selection} loaded={list.rows.countLoaded()} /> } : {})}
        {...(plan.isGrouped
          ? {
              groups: {
                of: (index) => groupOfRow(list.rows, index),
                head: (group) => <GroupHead group={group} counts={groupCounts} />,
                isAlways: true,
              },
            }
          : {})}
      >
        {(ticket, { index, isOpen }) => (
          <Row
            ticket={ticket}
            index={index}
            isSelected={isOpen}
            isChecked={selection.has(ticket.id.toString())}
            nowMs={nowMs}
            thresholdMs={props.thresholdMs}
            zone={zone}
          />
        )}
      </WindowedGrid>
    </div>
  );
}

/** The line above a group's rows, a row of the grid itself; it keeps its height while the group is loading. */
function GroupHead({ group: name, counts }: { readonly group: string | null; readonly counts: GroupCounts }) {
  const group = ROW_GROUPS.find((one) => one === name);
  const count = group === undefined ? undefined : counts[group];
  return (
    <div role="row" className="flex-none border-b border-line bg-app">
      <div role="gridcell" className="flex min-h-7 items-center gap-1.5 px-4 text-12">
        <span className="font-medium">{group === undefined ? '\u00a0' : messages.group[group]}</span>
        {count === undefined ? null : <span className="text-ink-3 tabular-nums">{formatCount(count)}</span>}
      </div>
    </div>
  );
}

/** Focuses the row that the keys act on, the one Tab stop of the list. */
export function focusActiveRow(): void {
  document.querySelector<HTMLElement>('#tickets [data-row][tabindex="0"]')?.focus({ preventScroll: true });
}

/** Selects all loaded rows, or none. */
function SelectLoadedBox({ selection, loaded }: { readonly selection: Selection; readonly loaded: number }) {
  const { ids, isAllMatching } = selection;
  const isAll = isAllMatching || (loaded > 0 && ids.size >= loaded);
  const isSome = !isAll && ids.size > 0;
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSome ? 'mixed' : isAll}
      aria-label={verbMessages.selectLoadedKey}
      onClick={() => (isAll ? selection.clear() : selection.selectLoaded())}
      className="hit relative flex-none"
    >
      <TickBox on={isAll ? 'all' : isSome ? 'some' : 'none'} />
    </button>
  );
}

function TableHead({ selection, loaded }: { readonly selection: Selection; readonly loaded: number }) {
  const columns = useColumns();
  const head = useRef<HTMLDivElement>(null);

  // Rows get their widths from the grid.
  useLayoutEffect(() => {
    const grid = head.current?.closest<HTMLElement>('[role="grid"]');
    grid?.style.setProperty('--table-columns', templateOf(columns));
    grid?.style.setProperty('--table-least', `${leastWidthOf(columns)}px`);
  }, [columns]);

  // The headings scroll sideways with the rows and end at their scroll bar.
  useLayoutEffect(() => {
    const element = head.current;
    const scroller = element?.closest('[role="grid"]')?.querySelector<HTMLElement>('[data-scroller]');
    if (element === null || scroller === null || scroller === undefined) return undefined;
    const follow = () => {
      element.scrollLeft = scroller.scrollLeft;
    };
    const measure = () => {
      element.style.marginInlineEnd = `${scroller.offsetWidth - scroller.clientWidth}px`;
      follow();
    };
    const watch = new ResizeObserver(measure);
    watch.observe(scroller);
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      watch.disconnect();
      scroller.removeEventListener('scroll', follow);
    };
  }, []);

  return (
    <div ref={head} role="row" aria-rowindex={1} className="flex-none overflow-hidden border-b border-line bg-surface">
      <div
        role="presentation"
        className={`min-h-8 min-w-(--table-least) items-center px-4 text-12 font-medium text-ink-3 ${TABLE_GRID}`}
      >
        {columns.map((key) => {
          const { isGlyph, isEnd } = COLUMNS[key];
          const name = key === 'reply' ? columnsMessages.reply : columnsMessages.name[key];
          return (
            <span
              key={key}
              role="columnheader"
              aria-label={name}
              className={`flex min-w-0 ${isEnd ? 'justify-end' : ''}`}
            >
              {key === 'status' && !isReadOnly() ? <SelectLoadedBox selection={selection} loaded={loaded} /> : null}
              <span className={isGlyph ? 'sr-only' : 'truncate'}>{name}</span>
            </span>
          );
        })}
      </div>
    </div>
  );
}
