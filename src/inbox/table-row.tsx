import { memo } from 'react';
import { formatAge } from '#src/format/age.ts';
import { channelWord, priorityWord, requesterOf, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { ChannelIcon } from '#src/ui/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/priority-glyph.tsx';
import { StatusGlyph } from '#src/ui/status-glyph.tsx';
import { Tag } from '#src/ui/tag.tsx';
import { messages } from './messages.ts';
import { ReplyAge } from './reply-age.tsx';
import { SELECTED_ROW } from './row-looks.ts';
import { TABLE_COLUMNS, TABLE_GRID } from './table-columns.ts';
import type { RowProps } from './ticket-row.tsx';
import { TicketTitle } from './ticket-title.tsx';

/** A ticket in one line of 36 px. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { ticket, index, isSelected, isTabStop, nowMs, thresholdMs, zone } = props;
  const [first, second, ...more] = tagsOf(ticket.tags);
  const isReplied = ticket.first_response_utc !== null;
  return (
    <div
      role="row"
      data-row={index}
      // The row of headings is the first.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      className={`relative min-h-row cursor-pointer items-center border-b border-line px-4 py-1 -outline-offset-2 ${TABLE_GRID} ${
        isSelected ? SELECTED_ROW : 'hover:bg-hover'
      }`}
    >
      <span role="gridcell">
        <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
      </span>
      <span role="gridcell" className="text-ink-3 tabular-nums">
        {messages.number(String(ticket.ticket_number))}
      </span>
      <span role="gridcell" className="flex min-w-0">
        <TicketTitle ticket={ticket} isStrong={!isReplied} />
      </span>
      <span role="gridcell" dir="auto" className="truncate text-ink-2">
        {requesterOf(ticket) ?? messages.noRequester}
      </span>
      <span role="gridcell" className="flex text-ink-3">
        <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
      </span>
      <span
        role="gridcell"
        dir="auto"
        title={ticket.tags ?? undefined}
        className="flex min-w-0 items-center gap-1 overflow-hidden text-11 text-ink-3"
      >
        {first === undefined ? null : <Tag>{first}</Tag>}
        {second === undefined ? null : <Tag>{second}</Tag>}
        {more.length === 0 ? null : messages.moreTags(more.length)}
      </span>
      <span role="gridcell">
        {ticket.priority === 'urgent' || ticket.priority === 'high' ? (
          <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} />
        ) : (
          <span className="sr-only">{priorityWord(ticket.priority)}</span>
        )}
      </span>
      <span role="gridcell" className="text-end">
        <ReplyAge ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />
      </span>
      <span role="gridcell" className="text-end">
        <time
          dateTime={ticket.created_utc}
          title={messages.createdAt(formatInstant(ticket.created_utc, zone))}
          className="whitespace-nowrap text-12 text-ink-3 tabular-nums"
        >
          {formatAge(nowMs - Date.parse(ticket.created_utc))}
        </time>
      </span>
    </div>
  );
});

/** The headings, which stay while the rows scroll. */
export function TableHead() {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={`sticky top-0 z-sticky min-h-8 items-center border-b border-line bg-surface px-4 text-12 font-medium text-ink-3 ${TABLE_GRID}`}
    >
      {TABLE_COLUMNS.map(({ key, isHidden, isEnd }) => (
        <span key={key} role="columnheader" className={isEnd ? 'text-end' : ''}>
          {isHidden ? <span className="sr-only">{messages.column[key]}</span> : messages.column[key]}
        </span>
      ))}
    </div>
  );
}
