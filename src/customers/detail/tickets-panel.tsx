import { Link } from '@tanstack/react-router';
import { getCustomer } from '#contract/customers.ts';
import type { Ticket } from '#contract/tickets.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { CustomerPanel, Nothing } from './panel.tsx';
import { formatCount } from '#src/format/number.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/icons/priority-glyph.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import { messages } from './messages.ts';
import { inboxSearch, type OpenCustomer } from './open-customer.ts';

const texts = messages.tickets;

/** The newest tickets, and the way to all of them. */
export function TicketsPanel({ open }: { readonly open: OpenCustomer }) {
  const { identity, tickets, recent_tickets: recent } = open.customer;
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const note =
    recent.length < tickets.total
      ? messages.newest(formatCount(recent.length), formatCount(tickets.total))
      : formatCount(tickets.total);
  return (
    <CustomerPanel
      title={texts.title}
      note={note}
      resource={getCustomer.resource}
      actions={
        tickets.total === 0 ? null : (
          <Link
            to="/inbox"
            search={inboxSearch(identity, hasFilters, 'all')}
            className="hit relative inline-flex min-h-6 items-center text-12 text-accent-text hover:underline print:hidden"
          >
            {messages.verbs.openInInbox}
          </Link>
        )
      }
    >
      {recent.length === 0 ? (
        <Nothing>{texts.empty}</Nothing>
      ) : (
        <ul aria-label={texts.title}>
          {recent.map((ticket) => (
            <TicketRow key={ticket.id.toString()} ticket={ticket} />
          ))}
        </ul>
      )}
    </CustomerPanel>
  );
}

function TicketRow({ ticket }: { readonly ticket: Ticket }) {
  const zone = useDisplayZone();
  return (
    <li className="border-b border-line">
      <Link
        to="/tickets/$id"
        params={{ id: ticket.id.toString() }}
        className="-mx-2 flex min-h-row items-center gap-2.5 rounded-control px-2 hover:bg-hover pointer-coarse:min-h-11"
      >
        <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
        <span className="flex-none text-ink-3 tabular-nums">{texts.number(String(ticket.ticket_number))}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {ticket.subject.trim() === '' ? texts.noSubject : ticket.subject}
        </span>
        <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} />
        <span className="flex text-ink-3">
          <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
        </span>
        <time
          dateTime={ticket.created_utc}
          title={formatInstant(ticket.created_utc, zone)}
          className="w-[84px] flex-none text-end print:w-auto text-12 whitespace-nowrap text-ink-3 tabular-nums"
        >
          {formatDay(ticket.created_utc, zone)}
        </time>
      </Link>
    </li>
  );
}
