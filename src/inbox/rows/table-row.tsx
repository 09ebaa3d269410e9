import { memo, type ReactNode } from 'react';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { channelWord, priorityWord, tagsOf } from '#src/format/ticket-words.ts';
import { COLUMNS, TABLE_GRID, useColumns, type ColumnKey, columnsMessages } from '#src/inbox/columns/columns.ts';
import { messages } from '#src/inbox/messages.ts';
import { TicketTag } from '#src/ticket-edit/ticket-tag.tsx';
import { ReplyDue } from '#src/ticket-edit/reply-due.tsx';
import { useTicketChange, withChange } from '#src/ticket-edit/update/change-store.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import { rowClass } from '#src/ui/rows/windowed-grid.tsx';
import { ReplyAge, RowCheck, TicketTitle, awaitsReply, type RowProps, useRowState } from './ticket-row.tsx';

/** A ticket in one line of 36 px. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { index, isSelected, isChecked, nowMs, thresholdMs, zone } = props;
  const change = useTicketChange(props.ticket.id);
  const ticket = withChange(props.ticket, change);
  const keys = useColumns();
  const state = useRowState(ticket, change);
  return (
    <div
      role="row"
      data-row={index}
      // The row of headings is the first.
      aria-rowindex={index + 2}
      aria-selected={isChecked}
      aria-current={isSelected || undefined}
      tabIndex={-1}
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
              {state}
            </span>
          );
        }
        return (
          <TicketCell key={key} column={key} ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />
        );
      })}
    </div>
  );
});

interface CellProps extends Pick<RowProps, 'ticket' | 'nowMs' | 'thresholdMs' | 'zone'> {
  readonly column: Exclude<ColumnKey, 'status' | 'subject'>;
}

function TicketCell({ column, ticket, nowMs, thresholdMs, zone }: CellProps) {
  const { none, notYet, unassigned, name, at } = columnsMessages;
  switch (column) {
    case 'number':
      return <Cell className="text-ink-3 tabular-nums">{messages.number(String(ticket.ticket_number))}</Cell>;
    case 'channel':
      return (
        <Cell className="flex text-ink-3">
          <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
        </Cell>
      );
    case 'tags':
      return <TagsCell tags={ticket.tags} />;
    case 'priority':
      return (
        <Cell>
          {ticket.priority === 'urgent' || ticket.priority === 'high' ? (
            <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} />
          ) : (
            <span className="sr-only">{priorityWord(ticket.priority)}</span>
          )}
        </Cell>
      );
    case 'reply':
      return (
        <Cell className="truncate text-end">
          {awaitsReply(ticket) ? (
            <ReplyDue ticket={ticket} nowMs={nowMs} zone={zone} />
          ) : (
            <ReplyAge ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />
          )}
        </Cell>
      );
    case 'requester':
    case 'email':
    case 'phone':
    case 'assignee':
    case 'message': {
      const text = COLUMNS[column].valueOf(ticket);
      const empty = column === 'requester' ? messages.noRequester : column === 'assignee' ? unassigned : none;
      return (
        <span
          role="gridcell"
          dir="auto"
          title={text ? String(text) : undefined}
          className={`truncate ${text ? 'text-ink-2' : 'text-ink-3'}`}
        >
          {text || empty}
        </span>
      );
    }
    case 'created':
    case 'updated':
    case 'resolved':
    case 'snoozed': {
      const iso = COLUMNS[column].valueOf(ticket);
      return (
        <Cell className="truncate text-end text-12 text-ink-3 tabular-nums">
          {iso !== null ? null : column === 'snoozed' ? <span className="sr-only">{none}</span> : notYet}
          {typeof iso !== 'string' ? null : column === 'snoozed' ? (
            formatInstant(iso, zone)
          ) : (
            <time dateTime={iso} title={at(name[column], formatInstant(iso, zone))} className="whitespace-nowrap">
              {formatAge(nowMs - Date.parse(iso))}
            </time>
          )}
        </Cell>
      );
    }
  }
}

function Cell({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <span role="gridcell" className={className}>
      {children}
    </span>
  );
}

function TagsCell({ tags }: { readonly tags: string | null }) {
  const [first, second, ...more] = tagsOf(tags);
  return (
    <span
      role="gridcell"
      dir="auto"
      title={tags ?? undefined}
      className="flex min-w-0 items-center gap-1 overflow-hidden text-11 text-ink-3"
    >
      {first === undefined ? null : <TicketTag>{first}</TicketTag>}
      {second === undefined ? null : <TicketTag>{second}</TicketTag>}
      {more.length === 0 ? null : messages.moreTags(more.length)}
    </span>
  );
}
