import { memo, use, type ReactNode } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { formatAge } from '#src/format/age.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { channelWord, priorityWord, requesterOf, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import {
  standsBesideResult,
  TABLE_GRID,
  useColumnKeys,
  useHasResult,
  type ColumnKey,
} from '#src/inbox/columns/columns.ts';
import { columnsMessages } from '#src/inbox/columns/messages.ts';
import { messages } from '#src/inbox/messages.ts';
import { StarMark } from '#src/ticket-edit/stars/star-mark.tsx';
import { TicketTag } from '#src/ticket-edit/tags/ticket-tag.tsx';
import { useTicketChange, withChange } from '#src/ticket-edit/update/change-store.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/icons/priority-glyph.tsx';
import { rowClass } from '#src/ui/rows/row-class.ts';
import { AskedTagsContext, shownFirst } from './asked-tags.ts';
import { ReplyAge, RowCheck, RowState, TicketTitle, type RowProps } from './ticket-row.tsx';

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

interface CellProps {
  readonly column: Exclude<ColumnKey, 'status' | 'subject'>;
  readonly ticket: Ticket;
  readonly nowMs: number;
  readonly thresholdMs: number | null;
  readonly zone: string;
}

/** What a column shows of a ticket. */
export function TicketCell({ column, ticket, nowMs, thresholdMs, zone }: CellProps) {
  const { none, notYet, unassigned } = columnsMessages;
  switch (column) {
    case 'number':
      return <Cell className="text-ink-3 tabular-nums">{messages.number(String(ticket.ticket_number))}</Cell>;
    case 'requester':
      return <TextCell text={requesterOf(ticket)} empty={messages.noRequester} />;
    case 'email':
      return <TextCell text={ticket.requester_email} empty={none} />;
    case 'phone':
      return <TextCell text={ticket.requester_phone} empty={none} />;
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
    case 'assignee':
      return <TextCell text={ticket.assignee_name} empty={unassigned} />;
    case 'reply':
      return (
        <Cell className="truncate text-end">
          <ReplyAge ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />
        </Cell>
      );
    case 'created':
      return <TimeCell name={columnsMessages.name.created} iso={ticket.created_utc} nowMs={nowMs} zone={zone} />;
    case 'updated':
      return <TimeCell name={columnsMessages.name.updated} iso={ticket.updated_utc} nowMs={nowMs} zone={zone} />;
    case 'resolved':
      return (
        <TimeCell
          name={columnsMessages.name.resolved}
          iso={ticket.resolved_utc}
          empty={notYet}
          nowMs={nowMs}
          zone={zone}
        />
      );
    case 'snoozed':
      return (
        <Cell className="truncate text-end text-12 text-ink-3 tabular-nums">
          {ticket.snoozed_until_utc === undefined ? <NotProvided /> : null}
          {ticket.snoozed_until_utc === null ? <span className="sr-only">{none}</span> : null}
          {ticket.snoozed_until_utc ? formatInstant(ticket.snoozed_until_utc, zone) : null}
        </Cell>
      );
    case 'message':
      return <TextCell text={ticket.last_message_preview} empty={none} />;
  }
}

function Cell({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <span role="gridcell" className={className}>
      {children}
    </span>
  );
}

/** Null is empty, undefined is what this service does not answer. */
function TextCell({ text, empty }: { readonly text: string | null | undefined; readonly empty: string }) {
  return (
    <span
      role="gridcell"
      dir="auto"
      title={text ?? undefined}
      className={`truncate ${text ? 'text-ink-2' : 'text-ink-3'}`}
    >
      {text === undefined ? <NotProvided /> : text || empty}
    </span>
  );
}

interface TimeCellProps {
  readonly name: string;
  readonly iso: string | null | undefined;
  readonly empty?: string;
  readonly nowMs: number;
  readonly zone: string;
}

function TimeCell({ name, iso, empty, nowMs, zone }: TimeCellProps) {
  return (
    <Cell className="truncate text-end text-12 text-ink-3 tabular-nums">
      {iso === undefined ? <NotProvided /> : null}
      {iso === null ? empty : null}
      {iso ? (
        <time dateTime={iso} title={columnsMessages.at(name, formatInstant(iso, zone))} className="whitespace-nowrap">
          {formatAge(nowMs - Date.parse(iso))}
        </time>
      ) : null}
    </Cell>
  );
}

function TagsCell({ tags }: { readonly tags: string | null }) {
  const [first, second, ...more] = shownFirst(tagsOf(tags), use(AskedTagsContext));
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

function NotProvided() {
  return (
    <span title={columnsMessages.notProvided}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{columnsMessages.notProvided}</span>
    </span>
  );
}
