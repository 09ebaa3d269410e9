import type { Ticket } from '#contract/tickets.ts';
import { messages } from '#src/inbox/messages.ts';

/** The subject as a link of its own, so that it can be opened in a new tab; not a Tab stop beside its row. */
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
