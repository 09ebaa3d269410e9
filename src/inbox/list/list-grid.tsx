import { useCallback, type ComponentType, type RefObject } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { messages } from '#src/inbox/messages.ts';
import { TicketRow, type RowProps } from '#src/inbox/rows/ticket-row.tsx';
import { isReadOnly } from '#src/session/read-only.ts';
import type { OpenOptions } from '#src/ui/rows/windowed-grid.tsx';
import { WindowedGrid, type GridHandle } from '#src/ui/rows/windowed-grid.tsx';
import type { InboxActions } from './list-actions.ts';
import { moveHold } from './list-queries.ts';
import { groupOfRow, ROW_GROUPS, type GroupCounts } from './list-order.ts';
import type { ListPlan } from './list-plan.ts';
import type { Selection } from './use-selection.ts';
import type { TicketList } from './use-ticket-list.ts';

export type TicketGrid = RefObject<GridHandle<Ticket> | null>;

/** Rows and headings of the table, which most people never open. */
export interface TableParts {
  readonly Row: ComponentType<RowProps>;
  readonly Head: ComponentType<{ readonly selection: Selection; readonly loaded: number }>;
}

export interface ListGridProps {
  readonly grid: TicketGrid;
  readonly list: TicketList;
  readonly plan: ListPlan;
  readonly groupCounts: GroupCounts;
  /** Props of a table's rows; null for the list of two lines a ticket. */
  readonly table: TableParts | null;
  readonly openId: string | undefined;
  readonly selection: Selection;
  /** A ticket covers the list: J and K change it without moving the focus. */
  readonly isCovered: boolean;
  /** Moving the selection opens the ticket beside the list. */
  readonly isSplit: boolean;
  readonly thresholdMs: number | null;
  /** The first row in sight when the list appears. */
  readonly startAt: number;
  readonly actions: InboxActions;
  readonly onIntent: (id: string) => void;
}

/** The tickets as windowed rows, in groups where the plan has them. */
export function ListGrid(props: ListGridProps) {
  const { grid, list, plan, groupCounts, table, openId, selection, actions, onIntent } = props;
  const nowMs = useNow();
  const zone = useDisplayZone();
  const Row = table?.Row ?? TicketRow;
  const open = useCallback((ticket: Ticket, how: OpenOptions) => actions.open(ticket.id.toString(), how), [actions]);
  return (
    <WindowedGrid
      id="tickets"
      label={messages.tickets}
      handle={grid}
      list={list}
      positionKey={`${plan.key}${table === null ? '' : 'table'}`}
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
      head={table === null ? undefined : <table.Head selection={selection} loaded={list.rows.countLoaded()} />}
      groups={{
        of: (index) => groupOfRow(list, plan.groups, index),
        head: (group) => <GroupHead group={group} counts={groupCounts} />,
        isAlways: plan.groups === 'whole',
      }}
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
  );
}

/** The line above a group's rows, a row of the grid itself; while its group is not known, the place stays. */
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

/** Gives the focus to the row that the keys act on, the one Tab stop of the list, where there is one. */
export function focusActiveRow(): void {
  document.querySelector<HTMLElement>('#tickets [data-row][tabindex="0"]')?.focus({ preventScroll: true });
}
