import { memo, type ReactNode } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { formatAge, formatInstant } from '#src/format/time.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { channelWord, priorityWord, requesterOf, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { messages } from '#src/inbox/messages.ts';
import { useOutgoing } from '#src/outbox/outgoing.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import { TicketTag } from '#src/ticket-edit/ticket-tag.tsx';
import { useTicketChange, withChange, type TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { PriorityGlyph, StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import { rowClass } from '#src/ui/rows/windowed-grid.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { TickBox } from '#src/ui/tick-box.tsx';
import { ReplyDue } from '#src/ticket-edit/reply-due.tsx';
import { OutgoingLine } from '#src/outbox/outgoing-line.tsx';

const words = defineMessages({
  dismiss: 'Dismiss',
  reload: 'Reload',
  applyAnyway: 'Apply anyway',
  notSaved: (reason: string) => `Not saved. ${reason}`,
  /** The accessible name begins with the visible text. */
  named: (word: string, sentence: string) => `${word}. ${sentence}`,
  retryOf: (n: string) => `Try the change to #${n} again`,
  dismissOf: (n: string) => `Keep #${n} as it is`,
});

export interface RowProps {
  readonly ticket: Ticket;
  readonly index: number;
  readonly isSelected: boolean;
  readonly isChecked: boolean;
  readonly nowMs: number;
  readonly thresholdMs: number | null;
  readonly zone: string;
}

/** A message of the customer still awaits a reply, and the site has a target for it. */
export function awaitsReply({ status, reply_due_utc: due }: Ticket): boolean {
  return typeof due === 'string' && (status === 'open' || status === 'pending');
}

/** A ticket in two lines. The grid handles clicks and keys. */
export const TicketRow = memo(function TicketRow(props: RowProps) {
  const { index, isSelected, isChecked, nowMs, thresholdMs, zone } = props;
  const change = useTicketChange(props.ticket.id);
  const ticket = withChange(props.ticket, change);
  const number = String(ticket.ticket_number);
  const tags = tagsOf(ticket.tags);
  const [tag] = tags;
  const requester = requesterOf(ticket);
  const isPressing = ticket.priority === 'urgent' || ticket.priority === 'high';
  const state = useRowState(ticket, change);
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 1}
      aria-selected={isChecked}
      aria-current={isSelected || undefined}
      tabIndex={-1}
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
            {isPressing ? <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} /> : null}
            {awaitsReply(ticket) ? (
              // A fixed width, so that nothing moves when the mark appears.
              <span className="w-24 flex-none text-end">
                <ReplyDue ticket={ticket} nowMs={nowMs} zone={zone} />
              </span>
            ) : ticket.first_response_utc === null ? null : (
              <time
                dateTime={ticket.created_utc}
                title={messages.createdAt(formatInstant(ticket.created_utc, zone))}
                className="flex-none whitespace-nowrap text-12 text-ink-3 tabular-nums"
              >
                {formatAge(nowMs - Date.parse(ticket.created_utc))}
              </time>
            )}
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
                <span className="-my-px flex max-w-24 min-w-0" dir="auto" title={tags.join(', ')}>
                  <TicketTag>{tag}</TicketTag>
                </span>
              )}
              <span className="flex-1" />
              {state ??
                (awaitsReply(ticket) && ticket.first_response_utc !== null ? (
                  <span className="flex-none whitespace-nowrap">{messages.wroteAgain}</span>
                ) : (
                  <ReplyAge ticket={ticket} nowMs={nowMs} thresholdMs={thresholdMs} zone={zone} />
                ))}
            </span>
          )}
        </span>
      </div>
    </div>
  );
});

/** The subject as a link, for a new tab; the row is the Tab stop. */
export function TicketTitle({ ticket, isStrong }: { readonly ticket: Ticket; readonly isStrong: boolean }) {
  return (
    <>
      <a
        href={`/tickets/${ticket.id}`}
        tabIndex={-1}
        dir="auto"
        title={ticket.subject.length > 60 ? ticket.subject : undefined}
        className={`min-w-0 truncate text-ink ${isStrong ? 'font-semibold' : 'font-medium'}`}
      >
        {ticket.subject.trim() === '' ? messages.noSubject : ticket.subject}
      </a>
      {ticket.customer_blocked === true ? (
        <span className="flex-none text-12 text-danger-text">{messages.blocked}</span>
      ) : null}
    </>
  );
}

/** The status, replaced by a tick box under the pointer and on selected rows. A finger taps the status to select. */
export function RowCheck({ ticket, isChecked }: { readonly ticket: Ticket; readonly isChecked: boolean }) {
  const status = <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />;
  if (isReadOnly()) return <span className="grid size-3.5 flex-none">{status}</span>;
  return (
    <span className="relative grid size-3.5 flex-none">
      {/* Hidden for the eye alone: screen readers still read the status. */}
      <span
        className={
          isChecked ? 'opacity-0' : 'pointer-fine:group-hover/row:opacity-0 pointer-coarse:in-data-selecting:opacity-0'
        }
      >
        {status}
      </span>
      <button
        type="button"
        role="checkbox"
        aria-checked={isChecked}
        aria-label={messages.select1(String(ticket.ticket_number))}
        tabIndex={-1}
        className={`hit absolute inset-0 ${isChecked ? '' : 'opacity-0 pointer-fine:group-hover/row:opacity-100 pointer-coarse:in-data-selecting:opacity-100'}`}
      >
        <TickBox on={isChecked ? 'all' : 'none'} />
      </button>
    </span>
  );
}

const TONES = { quiet: 'text-ink-3', near: 'text-warn-text', late: 'text-danger-text' } as const;

type ReplyAgeProps = Pick<RowProps, 'ticket' | 'nowMs' | 'thresholdMs' | 'zone'>;

/** "Waiting 6h 04m" in the colour of its age, or "Replied after 22m", with the instant as its title. */
export function ReplyAge({ ticket, nowMs, thresholdMs, zone }: ReplyAgeProps) {
  const { state, ms, tone } = firstReply(ticket, nowMs, thresholdMs);
  const replied = ticket.first_response_utc;
  const title =
    replied === null
      ? messages.createdAt(formatInstant(ticket.created_utc, zone))
      : messages.repliedAt(formatInstant(replied, zone));
  const words = {
    replied: () => messages.repliedIn(formatAge(ms)),
    waiting: () => messages.noReply(formatAge(ms)),
    ended: () => messages.noReplyGiven,
  };
  return (
    <span title={title} className={`flex-none whitespace-nowrap text-12 tabular-nums ${TONES[tone]}`}>
      {words[state]()}
    </span>
  );
}

/** The state of a pending change or message of the ticket; null if there is none. */
export function useRowState({ id, ticket_number: number }: Ticket, change: TicketChange | undefined): ReactNode {
  const isOutgoing = useOutgoing(id) !== undefined;
  if (isOutgoing && change?.state !== 'failed') return <OutgoingLine ticketId={id} />;
  return change === undefined ? null : <RowState change={change} number={String(number)} />;
}

/** The state of a row's change: waiting, saving, saved or failed. */
function RowState({ change, number }: { readonly change: TicketChange; readonly number: string }) {
  const { state } = change;
  // The outgoing message has a line of its own.
  if (state === 'outgoing') return null;
  if (state === 'failed') return <FailedChange change={change} number={number} />;
  return (
    <span className="inline-flex flex-none items-center gap-1.5 text-12 text-ink-2">
      {state === 'saving' ? <Spinner /> : null}
      {state === 'saved' ? <Icon name="check" size={14} className="text-ok" /> : null}
      {messages.rowState[state]}
    </span>
  );
}

interface FailedChangeProps {
  readonly change: TicketChange;
  /** The ticket number. */
  readonly number: string;
}

/** In a row: why its change failed, with buttons to decide. */
function FailedChange({ change, number }: FailedChangeProps) {
  const { retry, dismiss } = change;
  const isConflict = change.conflict !== undefined;
  const reason = isConflict ? change.reason : words.notSaved(change.reason ?? '');
  const ways = [
    { word: isConflict ? words.applyAnyway : messages.retry, sentence: words.retryOf(number), run: retry },
    { word: isConflict ? words.reload : words.dismiss, sentence: words.dismissOf(number), run: dismiss },
  ];
  return (
    // The grid leaves clicks on these buttons alone.
    <span data-own="" className="flex min-w-0 items-center gap-2 text-12 text-danger-text">
      <Icon name="warning" size={14} />
      <span className="min-w-0 truncate" title={reason}>
        {reason}
      </span>
      {ways.map(({ word, sentence, run }) =>
        run === undefined ? null : (
          <button
            key={word}
            type="button"
            aria-label={words.named(word, sentence)}
            className="hit relative -my-1 min-h-6 flex-none font-medium text-accent-text hover:underline"
            onClick={run}
          >
            {word}
          </button>
        ),
      )}
    </span>
  );
}
