import { memo } from 'react';
import { firstReply } from '#src/format/first-reply.ts';
import { useTicketChange, withChange } from '#src/ticket-edit/update/change-store.ts';
import { useColumnKeys } from '#src/inbox/columns/columns.ts';
import { standsBesideResult, useHasResult } from '#src/inbox/columns/result-column.ts';
import { RowCheck } from './row-check.tsx';
import { rowClass } from '#src/ui/rows/row-class.ts';
import { RowState } from './row-state.tsx';
import { TABLE_GRID } from '#src/inbox/columns/column-layout.ts';
import { TicketCell } from './ticket-cell.tsx';
import type { RowProps } from './ticket-row.tsx';
import { StarMark } from '#src/ticket-edit/stars/star-mark.tsx';
import { TicketTitle } from './ticket-title.tsx';

/** A ticket in one line of 36 px. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { index, isSelected, isChecked, isTabStop, nowMs, thresholdMs, zone } = props;
  const change = useTicketChange(props.ticket.id);
  const ticket = withChange(props.ticket, change);
  const hasResult = useHasResult();
  const keys = useColumnKeys().filter((key) => !hasResult || standsBesideResult(key));
  const state = change === undefined ? null : <RowState change={change} number={String(ticket.ticket_number)} />;
  return (
    <div
      role="row"
      data-row={index}
      // The row of headings is the first.
      aria-rowindex={index + 2}
      aria-selected={isChecked}
      aria-current={isSelected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={`group/row relative min-h-row cursor-pointer items-center border-b border-line px-4 py-1 -outline-offset-2 ${TABLE_GRID} ${rowClass(isSelected || isChecked, change?.state === 'failed')}`}
    >
      {keys.map((key) => {
        if (key === 'status') {
          return (
            <span key={key} role="gridcell">
              <RowCheck ticket={ticket} isChecked={isChecked} />
            </span>
          );
        }
        if (key === 'subject') {
          return (
            <span
              key={key}
              role="gridcell"
              className={`flex min-w-0 items-center gap-2 ${change?.state === 'saving' ? '[&>*:first-child]:opacity-60' : ''}`}
            >
              <TicketTitle ticket={ticket} isStrong={firstReply(ticket, nowMs, null).state === 'waiting'} />
              <StarMark ticketNumber={ticket.ticket_number} />
              {hasResult ? null : state}
            </span>
          );
        }
        return (
          <TicketCell key={key} column={key} ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />
        );
      })}
      {hasResult ? (
        <span role="gridcell" className="flex min-w-0 justify-end">
          {state}
        </span>
      ) : null}
    </div>
  );
});
