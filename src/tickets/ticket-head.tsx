import { memo, useRef } from 'react';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { askForPortalLink } from '#src/portal-links/issue-dialog.tsx';
import type { ListPosition } from '#src/ticket-edit/open-ticket.ts';
import { ReplyDue } from '#src/ticket-edit/reply-due.tsx';
import type { TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { copyTicketLink } from '#src/ticket-edit/verb-keys.ts';
import { messages as listVerbs } from '#src/ticket-edit/verb-messages.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Spinner } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import { isDone, setStatus, useFieldPicker } from './ticket-verbs.tsx';

/** Whether the last change is saved. A failure has its own line, and a message its own list. */
function ChangeState({ change }: { readonly change: TicketChange | undefined }) {
  const state = change?.state;
  const { saving, saved } = messages.change;
  return (
    <span role="status" className="inline-flex items-center gap-1 ps-1.5">
      {state === 'saving' || state === 'waiting' ? (
        <>
          <Spinner /> <span className="@max-[440px]:sr-only">{saving}</span>
        </>
      ) : state === 'saved' ? (
        <>
          <Icon name="check" size={14} className="text-ok" /> <span className="@max-[440px]:sr-only">{saved}</span>
        </>
      ) : null}
    </span>
  );
}

interface TicketHeadProps {
  readonly ticket: TicketDetail;
  /** The server's copy. */
  readonly stored: TicketDetail;
  readonly change: TicketChange | undefined;
  readonly listPosition: ListPosition | undefined;
  readonly onBack: (() => void) | undefined;
  readonly onPage: (() => void) | undefined;
  readonly onProperties: (() => void) | undefined;
}

/** Number, position in the list, previous and next, verbs, subject. */
export const TicketHead = memo(function TicketHead(props: TicketHeadProps) {
  const { ticket, stored, change, listPosition, onBack, onPage, onProperties } = props;
  const Heading = onBack === undefined ? 'h2' : 'h1';
  const number = String(ticket.ticket_number);
  const head = useRef<HTMLElement>(null);
  const hasSnooze = isWholeService(useWhoami());
  const { reason } = useWriteAccess('tickets:write');
  const { pick, picker } = useFieldPicker(stored);
  const done = isDone(ticket);
  const nowMs = useNow();
  const zone = useDisplayZone();
  return (
    <header
      ref={head}
      data-ticket-head={number}
      tabIndex={-1}
      className="@container flex-none border-b border-line pt-2 pe-3 pb-3 ps-5 outline-none max-md:ps-2"
    >
      <div className="flex min-h-control flex-wrap items-center gap-x-1.5 text-12 text-ink-3 tabular-nums">
        {onBack === undefined ? null : <IconButton icon="back" label={messages.back} kbd="escape" onClick={onBack} />}
        <span className={`select-all ${onBack === undefined ? 'max-md:ps-3' : ''}`}>{messages.number(number)}</span>
        {listPosition?.position == null ? null : (
          <span className="whitespace-nowrap @max-[440px]:sr-only print:hidden">
            {messages.position(formatCount(listPosition.position), formatCount(listPosition.total))}
          </span>
        )}
        {/* Wraps into a line of its own, so that all verbs stay reachable. */}
        <span className="ticket-due">
          <ReplyDue ticket={ticket} nowMs={nowMs} zone={zone} />
        </span>
        <ChangeState change={change} />
        <span className="flex-1" />
        {listPosition === undefined ? null : (
          <>
            <IconButton
              icon="chevron-up"
              label={messages.previous}
              kbd="k"
              disabledReason={listPosition.onPrevious === undefined ? messages.first : undefined}
              onClick={listPosition.onPrevious}
            />
            <IconButton
              icon="chevron-down"
              label={messages.next}
              kbd="j"
              disabledReason={listPosition.onNext === undefined ? messages.last : undefined}
              onClick={listPosition.onNext}
            />
          </>
        )}
        {onPage === undefined ? null : (
          <span className="contents @max-[350px]:hidden">
            <IconButton icon="expand" label={messages.page} onClick={onPage} />
          </span>
        )}
        {onProperties === undefined ? null : (
          <IconButton icon="properties" label={messages.showProperties} kbd="i" onClick={onProperties} />
        )}
        <TicketMenu
          ticket={stored}
          disabledReason={reason}
          onDone={listPosition?.onDone}
          onSnooze={hasSnooze ? () => pick('snooze', head.current) : undefined}
        />
        <Button
          icon={done ? 'refresh' : 'check'}
          kbd={done ? 'o' : 'e'}
          disabledReason={reason}
          onClick={(event) => {
            if (isSecondClick(event)) return;
            setStatus(stored, done ? 'open' : 'resolved', reason);
            if (!done && reason === undefined) listPosition?.onDone();
          }}
        >
          <span className="@max-[400px]:sr-only">{done ? messages.verbs.open : messages.verbs.resolve}</span>
        </Button>
      </div>
      <Heading
        tabIndex={-1}
        dir="auto"
        title={ticket.subject.length > 80 ? ticket.subject : undefined}
        // The focus, also by a tap on a phone, shows all lines of a long subject.
        className="mt-0.5 line-clamp-2 text-16 font-semibold [overflow-wrap:anywhere] outline-none focus:line-clamp-none max-md:ps-3 print:line-clamp-none"
      >
        {ticket.subject.trim() === '' ? messages.noSubject : ticket.subject}
      </Heading>
      {ticket.customer_blocked === true ? (
        <p className="mt-1 text-12 text-danger-text max-md:ps-3">{messages.customerBlocked}</p>
      ) : null}
      {picker}
    </header>
  );
});

interface TicketMenuProps {
  readonly ticket: TicketDetail;
  readonly disabledReason: string | undefined;
  /** Shows the next ticket; undefined if there is none. */
  readonly onDone: (() => void) | undefined;
  /** Undefined if the service has no snooze. */
  readonly onSnooze: (() => void) | undefined;
}

/** The verbs that are used less often than Resolve. */
export function TicketMenu({ ticket, disabledReason, onDone, onSnooze }: TicketMenuProps) {
  const { verbs } = messages;
  const status = (to: TicketStatus, label: string, kbd: string): readonly MenuItem[] =>
    ticket.status === to
      ? []
      : [
          {
            key: to,
            label,
            kbd,
            disabledReason,
            glyph: <Glyph status={to} />,
            onSelect: () => {
              setStatus(ticket, to, disabledReason);
              if (to !== 'open') onDone?.();
            },
          },
        ];
  const { reason: linkReason } = useWriteAccess('portal_tokens:write');
  const historyOf = useHistoryItems();
  const items: readonly MenuItem[] = [
    ...status('pending', verbs.pending, 'p'),
    ...(isDone(ticket) ? [] : status('open', verbs.open, 'o')),
    ...status('closed', verbs.close, 'shift+e'),
    ...(onSnooze === undefined
      ? []
      : [{ key: 'snooze', label: verbs.snooze, icon: 'clock' as const, kbd: 'z', disabledReason, onSelect: onSnooze }]),
    {
      key: 'link',
      label: listVerbs.verbs.copyLink,
      icon: 'copy',
      kbd: 'l',
      onSelect: () => void copyTicketLink(ticket),
    },
    ...(ticket.requester_email === null
      ? []
      : [
          {
            key: 'portal-link',
            label: verbs.portalLink,
            icon: 'key' as const,
            disabledReason: linkReason,
            onSelect: () => askForPortalLink({ email: ticket.requester_email, name: ticket.requester_name }),
          },
        ]),
    ...historyOf({ type: 'ticket', id: ticket.id }),
  ];
  return (
    <Menu
      label={messages.more}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}

/** Decorative: the word is beside it. */
function Glyph({ status }: { readonly status: TicketStatus }) {
  return (
    <span aria-hidden="true" className="inline-flex flex-none">
      <StatusGlyph status={status} label={statusWord(status)} />
    </span>
  );
}

const SAME_GESTURE_MS = 400;

let lastAt = -Infinity;

/**
 * True for the second click of a double click. The button under the pointer has changed by then and would do the opposite.
 * One clock for all buttons, because the next ticket has its own button in the same place.
 */
export function isSecondClick({ timeStamp }: Pick<Event, 'timeStamp'>): boolean {
  const isSecond = timeStamp - lastAt < SAME_GESTURE_MS;
  lastAt = timeStamp;
  return isSecond;
}
