import { requesterOf } from '#src/format/ticket-words.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import { PropertyRow } from './property-row.tsx';

/** Who asks, and how to reach them. */
export function Requester({ ticket }: { readonly ticket: TicketDetail }) {
  const words = messages.properties;
  const name = requesterOf(ticket);
  return (
    <section aria-label={words.requester}>
      <h3 className="text-12 font-medium leading-6">{words.requester}</h3>
      {name === null ? (
        <p className="text-ink-3">{words.noRequester}</p>
      ) : (
        <div className="flex min-h-9 min-w-0 items-center gap-2">
          <Avatar name={name} size="md" />
          <span dir="auto" className="min-w-0 font-medium [overflow-wrap:anywhere]">
            {name}
          </span>
        </div>
      )}
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-y-0.5">
        {ticket.requester_email === null ? null : (
          <PropertyRow label={words.email}>
            <SafeLink href={`mailto:${encodeURIComponent(ticket.requester_email).replace('%40', '@')}`}>
              <span dir="auto">{ticket.requester_email}</span>
            </SafeLink>
          </PropertyRow>
        )}
        {ticket.requester_phone === null ? null : (
          <PropertyRow label={words.phone}>
            <SafeLink href={`tel:${ticket.requester_phone.replace(/[^+0-9]/g, '')}`}>{ticket.requester_phone}</SafeLink>
          </PropertyRow>
        )}
        {ticket.customer_identity_id === null ? null : (
          <PropertyRow label={words.identity}>
            <span className="tabular-nums">{ticket.customer_identity_id.toString()}</span>
          </PropertyRow>
        )}
      </dl>
    </section>
  );
}
