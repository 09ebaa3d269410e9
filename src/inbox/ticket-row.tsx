import { memo } from 'react';
import { formatAge } from '#src/format/age.ts';
import { channelWord, priorityWord, requesterOf, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { ChannelIcon } from '#src/ui/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/priority-glyph.tsx';
import { StatusGlyph } from '#src/ui/status-glyph.tsx';
import { Tag } from '#src/ui/tag.tsx';
import type { Ticket } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import { ReplyAge } from './reply-age.tsx';
import { SELECTED_ROW } from './row-looks.ts';
import { TicketTitle } from './ticket-title.tsx';

export interface RowProps {
  readonly ticket: Ticket;
  readonly index: number;
  readonly isSelected: boolean;
  /** The one row of the grid that Tab reaches. */
  readonly isTabStop: boolean;
  readonly nowMs: number;
  readonly thresholdMs: number | null;
  readonly zone: string;
}

/** A ticket in two lines. Presses and keys are heard by the grid. */
export const TicketRow = memo(function TicketRow(props: RowProps) {
  const { ticket, index, isSelected, isTabStop, nowMs, thresholdMs, zone } = props;
  const tags = tagsOf(ticket.tags);
  const [tag] = tags;
  const requester = requesterOf(ticket);
  const isPressing = ticket.priority === 'urgent' || ticket.priority === 'high';
  const isReplied = ticket.first_response_utc !== null;
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      className={`relative flex min-h-row-2 cursor-pointer items-center gap-2.5 border-b border-line px-4 py-2 -outline-offset-2 ${
        isSelected ? SELECTED_ROW : 'hover:bg-hover'
      }`}
    >
      <div role="gridcell" className="flex min-w-0 flex-1 gap-2.5">
        <span className="flex-none pt-[3px]">
          <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex min-w-0 items-center gap-2">
            <TicketTitle ticket={ticket} isStrong={!isReplied} />
            <span className="flex-1" />
            {isPressing ? <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} /> : null}
            {isReplied ? (
              <time
                dateTime={ticket.created_utc}
                title={messages.createdAt(formatInstant(ticket.created_utc, zone))}
                className="flex-none whitespace-nowrap text-12 text-ink-3 tabular-nums"
              >
                {formatAge(nowMs - Date.parse(ticket.created_utc))}
              </time>
            ) : null}
          </span>
          <span className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3">
            <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
            <span dir="auto" className="min-w-8 truncate">
              {requester ?? messages.noRequester}
            </span>
            <span className="flex-none tabular-nums max-md:sr-only">
              {messages.number(String(ticket.ticket_number))}
            </span>
            {tag === undefined ? null : (
              <span className="-my-px flex max-w-24 flex-none" dir="auto" title={tags.join(', ')}>
                <Tag>{tag}</Tag>
              </span>
            )}
            <span className="flex-1" />
            <ReplyAge ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />
          </span>
        </span>
      </div>
    </div>
  );
});
