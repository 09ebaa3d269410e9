import { useRef } from 'react';
import type { TicketDetail } from '#contract/tickets.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { isSecondClick } from '#src/browser/second-click.ts';
import { formatCount } from '#src/format/number.ts';
import { StarButton } from '#src/ticket-edit/star.tsx';
import type { TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import type { ListPosition } from './list-position.ts';
import { messages } from './messages.ts';
import { TicketMenu } from './ticket-menu.tsx';
import { isDone, linkOf, setStatus } from './ticket-verbs.ts';
import { useFieldPicker } from './use-field-picker.tsx';

/** Whether the change of a moment ago is saved. What failed is explained below. */
function ChangeState({ change }: { readonly change: TicketChange | undefined }) {
  const words = messages.change;
  const state = change?.state;
  return (
    <span role="status" className="inline-flex items-center gap-1 ps-1.5 print:hidden">
      {state === 'saving' || state === 'waiting' ? (
        <>
          <Spinner /> {words.saving}
        </>
      ) : state === 'queued' ? (
        <>
          <Icon name="clock" size={14} /> {words.queued}
        </>
      ) : state === 'saved' ? (
        <>
          <Icon name="check" size={14} className="text-ok" /> {words.saved}
        </>
      ) : null}
    </span>
  );
}

interface TicketHeadProps {
  /** As it will be when the change under way is through. */
  readonly ticket: TicketDetail;
  /** As the service has it. */
  readonly stored: TicketDetail;
  readonly change: TicketChange | undefined;
  readonly listPosition: ListPosition | undefined;
  /** Given where the ticket has the screen to itself. */
  readonly onBack: (() => void) | undefined;
  /** Given where the properties are not in sight. */
  readonly onProperties: (() => void) | undefined;
}

/** Number, position in the list, ways to its neighbours, verbs, subject. */
export function TicketHead({ ticket, stored, change, listPosition, onBack, onProperties }: TicketHeadProps) {
  const Heading = onBack === undefined ? 'h2' : 'h1';
  const number = String(ticket.ticket_number);
  const head = useRef<HTMLElement>(null);
  const hasSnooze = hasExtension(useWhoami(), 'agents');
  const { reason } = useWriteAccess('tickets:write');
  const { pick, picker } = useFieldPicker(stored);
  const done = isDone(ticket);
  return (
    <header
      ref={head}
      data-ticket-head=""
      tabIndex={-1}
      className="@container flex-none border-b border-line pt-2 pe-3 pb-3 ps-5 outline-none max-md:ps-2"
    >
      <div className="flex min-h-control items-center gap-1.5 text-12 text-ink-3 tabular-nums">
        {onBack === undefined ? null : <IconButton icon="back" label={messages.back} kbd="escape" onClick={onBack} />}
        <span className={`select-all ${onBack === undefined ? 'max-md:ps-3' : ''}`}>{messages.number(number)}</span>
        {listPosition?.position == null ? null : (
          <span className="whitespace-nowrap @max-[440px]:sr-only print:hidden">
            {messages.position(formatCount(listPosition.position), formatCount(listPosition.total))}
          </span>
        )}
        {ticket.customer_blocked === true ? <Chip tone="danger">{messages.customerBlocked}</Chip> : null}
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
        <span className="contents @max-[350px]:hidden">
          <StarButton ticketNumber={ticket.ticket_number} />
        </span>
        <span className="contents max-md:hidden">
          <CopyButton text={linkOf(ticket.id)} label={messages.copyLink} size="md" />
        </span>
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
        className="mt-0.5 text-16 font-semibold [overflow-wrap:anywhere] outline-none max-md:ps-3"
      >
        {ticket.subject.trim() === '' ? messages.noSubject : ticket.subject}
      </Heading>
      {picker}
    </header>
  );
}
