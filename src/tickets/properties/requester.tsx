import { requesterOf } from '#src/format/ticket-words.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from '#src/tickets/messages.ts';
import { LIST, PropertyRow } from './property-row.tsx';

/** Who asks, and how to reach them. */
export function Requester({ ticket }: { readonly ticket: TicketDetail }) {
  const words = messages.properties;
  const name = requesterOf(ticket);
  return (
    <section aria-label={words.requester}>
      <h2 className="text-12 font-medium leading-6">{words.requester}</h2>
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
      <dl className={LIST}>
        {ticket.requester_email === null ? null : (
          <PropertyRow label={words.email}>
            <SafeLink href={`mailto:${encodeURIComponent(ticket.requester_email).replace('%40', '@')}`}>
              <span dir="auto">{ticket.requester_email}</span>
            </SafeLink>
            <Copy text={ticket.requester_email} label={words.copyEmail} />
          </PropertyRow>
        )}
        {ticket.requester_phone === null ? null : (
          <PropertyRow label={words.phone}>
            <SafeLink href={`tel:${ticket.requester_phone.replace(/[^+0-9]/g, '')}`}>{ticket.requester_phone}</SafeLink>
            <Copy text={ticket.requester_phone} label={words.copyPhone} />
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

/** In sight while the row is pointed at or has the focus; always on touch. */
function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="absolute end-0 top-0.5 rounded-control bg-surface opacity-0 in-[dd:hover]:opacity-100 focus-within:opacity-100 pointer-coarse:static pointer-coarse:opacity-100 print:hidden">
      <CopyButton text={text} label={label} />
    </span>
  );
}
