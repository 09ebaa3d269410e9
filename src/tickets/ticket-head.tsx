import { formatCount } from '#src/format/number.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import type { ListPlace } from './ticket-place.ts';

interface TicketHeadProps {
  readonly ticket: TicketDetail;
  readonly place: ListPlace | undefined;
  /** Given where the ticket has the screen to itself. */
  readonly onBack: (() => void) | undefined;
  /** Given where the properties are not in sight. */
  readonly onProperties: (() => void) | undefined;
}

/** Number, place in the list, ways to its neighbours, subject. */
export function TicketHead({ ticket, place, onBack, onProperties }: TicketHeadProps) {
  const Heading = onBack === undefined ? 'h2' : 'h1';
  const number = String(ticket.ticket_number);
  return (
    <header className="flex-none border-b border-line pt-2 pe-3 pb-3 ps-5 max-md:ps-2">
      <div className="flex min-h-control items-center gap-1.5 text-12 text-ink-3 tabular-nums">
        {onBack === undefined ? null : <IconButton icon="back" label={messages.back} kbd="escape" onClick={onBack} />}
        <span className="select-all">{messages.number(number)}</span>
        {place?.position == null ? null : (
          <span>{messages.position(formatCount(place.position), formatCount(place.total))}</span>
        )}
        <span className="flex-1" />
        {place === undefined ? null : (
          <>
            <IconButton
              icon="chevron-up"
              label={messages.previous}
              kbd="k"
              disabledReason={place.onPrevious === undefined ? messages.first : undefined}
              onClick={place.onPrevious}
            />
            <IconButton
              icon="chevron-down"
              label={messages.next}
              kbd="j"
              disabledReason={place.onNext === undefined ? messages.last : undefined}
              onClick={place.onNext}
            />
          </>
        )}
        <CopyButton text={`${location.origin}/tickets/${ticket.id}`} label={messages.copyLink} size="md" />
        {onProperties === undefined ? null : (
          <IconButton icon="properties" label={messages.showProperties} kbd="i" onClick={onProperties} />
        )}
      </div>
      <Heading dir="auto" className="mt-0.5 text-16 font-semibold [overflow-wrap:anywhere] max-md:ps-3">
        {ticket.subject.trim() === '' ? messages.noSubject : ticket.subject}
      </Heading>
    </header>
  );
}
