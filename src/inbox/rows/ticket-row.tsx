import { memo, use } from 'react';
import { formatAge } from '#src/format/age.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { channelWord, priorityWord, requesterOf, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/icons/priority-glyph.tsx';
import { TicketTag } from '#src/ticket-edit/tags/ticket-tag.tsx';
import type { Ticket } from '#contract/tickets.ts';
import { useTicketChange, withChange } from '#src/ticket-edit/update/change-store.ts';
import { messages } from '#src/inbox/messages.ts';
import { AskedTagsContext, shownFirst } from './asked-tags.ts';
import { RowCheck } from './row-check.tsx';
import { ReplyAge } from './reply-age.tsx';
import { rowClass } from '#src/ui/rows/row-class.ts';
import { RowState } from './row-state.tsx';
import { StarMark } from '#src/ticket-edit/stars/star-mark.tsx';
import { TicketTitle } from './ticket-title.tsx';

export interface RowProps {
  readonly ticket: Ticket;
  readonly index: number;
  /** The open ticket. */
  readonly isSelected: boolean;
  readonly isChecked: boolean;
  /** The one row of the grid that Tab reaches. */
  readonly isTabStop: boolean;
  readonly nowMs: number;
  readonly thresholdMs: number | null;
  readonly zone: string;
}

/** A ticket in two lines. Presses and keys are heard by the grid. */
export const TicketRow = memo(function TicketRow(props: RowProps) {
  const { index, isSelected, isChecked, isTabStop, nowMs, thresholdMs, zone } = props;
  const change = useTicketChange(props.ticket.id);
  const ticket = withChange(props.ticket, change);
  const number = String(ticket.ticket_number);
  const tags = shownFirst(tagsOf(ticket.tags), use(AskedTagsContext));
  const [tag] = tags;
  const requester = requesterOf(ticket);
  const isPressing = ticket.priority === 'urgent' || ticket.priority === 'high';
  const isReplied = ticket.first_response_utc !== null;
  const state = change === undefined ? null : <RowState change={change} number={number} />;
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      aria-selected={isChecked}
      aria-current={isSelected || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={`group/row relative flex min-h-row-2 cursor-pointer items-center gap-2.5 border-b border-line px-4 py-2 -outline-offset-2 ${rowClass(isSelected || isChecked, change?.state === 'failed')}`}
    >
      <div role="gridcell" className="flex min-w-0 flex-1 gap-2.5">
        <span className="flex-none pt-[3px]">
          <RowCheck ticket={ticket} isChecked={isChecked} />
        </span>
        <span
          className={`flex min-w-0 flex-1 flex-col gap-1 ${change?.state === 'saving' ? '[&>*:first-child]:opacity-60' : ''}`}
        >
          <span className="flex min-w-0 items-center gap-2">
            <TicketTitle ticket={ticket} isStrong={firstReply(ticket, nowMs, null).state === 'waiting'} />
            <span className="flex-1" />
            <StarMark ticketNumber={ticket.ticket_number} />
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
          {change?.state === 'failed' ? (
            state
          ) : (
            <span className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3">
              <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
              <span dir="auto" className="min-w-8 truncate">
                {requester ?? messages.noRequester}
              </span>
              <span className="flex-none tabular-nums max-md:sr-only">{messages.number(number)}</span>
              {tag === undefined ? null : (
                <span className="-my-px flex max-w-24 flex-none" dir="auto" title={tags.join(', ')}>
                  <TicketTag>{tag}</TicketTag>
                </span>
              )}
              <span className="flex-1" />
              {state ?? <ReplyAge ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />}
            </span>
          )}
        </span>
      </div>
    </div>
  );
});
