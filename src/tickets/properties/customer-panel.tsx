import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { getCustomer } from '#contract/customers.ts';
import type { Reply } from '#contract/operation.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import type { TicketDetail, Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord, statusWord } from '#src/format/ticket-words.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { messages } from '#src/tickets/messages.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import { LIST, PropertyRow, Quiet } from './ticket-facts.tsx';
import { Visits } from './visits.tsx';

type Customer = Reply<typeof getCustomer>;

/** The requester beyond this ticket: customer since, channels, other tickets. */
export const CustomerPanel = memo(function CustomerPanel({ ticket }: { readonly ticket: TicketDetail }) {
  const { requester_email: email, requester_phone: phone, customer_identity_id: id } = ticket;
  // A phone alone identifies no customer: another person may have it elsewhere.
  const query = email ? { email } : phone && id !== null ? { phone } : null;
  const customer = useQuery({
    ...read(getCustomer, query ?? {}),
    enabled: query !== null,
    staleTime: 60_000,
  });
  return (
    <section aria-label={messages.customer.label} className="mt-3">
      <h2 className="text-12 font-medium leading-6">{messages.customer.label}</h2>
      {query === null ? (
        <NoCustomer phone={phone} />
      ) : isUnknown(customer.error) ? (
        <p className="text-12 text-ink-3">
          {id === null ? messages.customer.withoutCustomer : messages.customer.unknown}
        </p>
      ) : (
        <QueryState query={customer} name={messages.customer.label} failed={messages.customer.failed} rows={3}>
          {(data) => <Facts ticket={ticket} customer={data} />}
        </QueryState>
      )}
    </section>
  );
});

function Facts({ ticket, customer }: { readonly ticket: TicketDetail; readonly customer: Customer }) {
  const zone = useDisplayZone();
  const { identity, tickets, csat, recent_tickets: recent } = customer;
  const { email, phone } = identity;
  return (
    <>
      <dl className={LIST}>
        <PropertyRow label={messages.customer.name}>
          <CustomerLink identity={identity} />
        </PropertyRow>
        {identity.blocked_utc == null ? null : (
          <PropertyRow label={messages.customer.state}>
            <Chip tone="danger">{messages.customer.blocked}</Chip>
          </PropertyRow>
        )}
        {/* The ticket's own fields are above. */}
        {email === null || email === ticket.requester_email ? null : (
          <PropertyRow label={messages.customer.email}>
            <span dir="auto">{email}</span>
            <CopyButton text={email} label={messages.customer.copyEmail} />
          </PropertyRow>
        )}
        {phone === null || phone === ticket.requester_phone ? null : (
          <PropertyRow label={messages.customer.phoneLabel}>
            <span dir="auto">{phone}</span>
            <CopyButton text={phone} label={messages.customer.copyPhone} />
          </PropertyRow>
        )}
        {tickets.total === 0 ? null : (
          <PropertyRow label={messages.customer.tickets}>
            <TicketCounts ticket={ticket} id={identity.id} tickets={tickets} />
          </PropertyRow>
        )}
        <PropertyRow label={messages.customer.firstSeen}>
          <Day iso={identity.first_seen_utc} zone={zone} />
        </PropertyRow>
        <PropertyRow label={messages.customer.lastSeen}>
          <Day iso={identity.last_seen_utc} zone={zone} />
        </PropertyRow>
        {csat.count === 0 || csat.average === null ? null : (
          <PropertyRow label={messages.customer.csat}>
            <span className="tabular-nums">{messages.customer.rating(csat.average.toFixed(1), csat.count)}</span>
          </PropertyRow>
        )}
        <PropertyRow label={messages.customer.channels}>
          {identity.channels.length === 0 ? (
            <Quiet>{messages.customer.noChannels}</Quiet>
          ) : (
            <ul className="min-w-0 py-1">
              {identity.channels.map(({ channel, external_user_id: external, display_handle: handle }) => (
                <li key={`${channel} ${external}`} className="flex items-start gap-1.5">
                  <span className="mt-0.75">
                    <ChannelIcon channel={channel} label={channelWord(channel)} />
                  </span>
                  <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                    <AddressText text={handle ?? external} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </PropertyRow>
        <Visits identityId={identity.id} email={email} />
      </dl>
      {ticket.customer_identity_id === null ? (
        <p className="mt-1 text-12 text-ink-3">{messages.customer.notCounted}</p>
      ) : null}
      <OtherTickets tickets={recent.filter(({ id }) => id !== ticket.id)} />
    </>
  );
}

/** A link to the customer's page; without `identity_tools`, to a search by email or phone. */
function CustomerLink({ identity }: { readonly identity: Customer['identity'] }) {
  const hasTools = isWholeService(useWhoami());
  const { id, email, phone, display_name: name } = identity;
  const contact = email !== null ? { email } : phone !== null ? { phone } : {};
  return (
    <Link
      to="/customers/$id"
      params={{ id: id.toString() }}
      search={hasTools ? {} : contact}
      dir="auto"
      className="hit relative min-w-0 text-accent-text [overflow-wrap:anywhere] hover:underline"
    >
      {name ?? email ?? phone ?? messages.customer.identity(id.toString())}
    </Link>
  );
}

interface TicketCountsProps {
  readonly ticket: TicketDetail;
  readonly id: bigint;
  readonly tickets: Customer['tickets'];
}

/** The number of tickets, in all and by status, each a link to the inbox. */
function TicketCounts({ ticket, id, tickets }: TicketCountsProps) {
  const hasFilters = isWholeService(useWhoami());
  // Without the filter by customer, a search for the email finds nearly the same tickets.
  const address = ticket.requester_email ?? ticket.requester_phone ?? '';
  const who = hasFilters ? { customer_identity_id: id.toString() } : { q: address };
  const parts = STATUSES.filter((status) => tickets[status] > 0);
  const link = 'hit relative inline-flex min-h-6 items-center text-accent-text tabular-nums hover:underline';
  return (
    <span className="py-0.5">
      <Link to="/inbox" search={{ ...who, status: 'all' }} className={link}>
        {messages.customer.total(formatCount(tickets.total))}
      </Link>
      {parts.map((status) => (
        <span key={status} className="block text-12 text-ink-3">
          <Link to="/inbox" search={{ ...who, status: status === 'open' ? undefined : status }} className={link}>
            {messages.customer.count(formatCount(tickets[status]), statusWord(status).toLocaleLowerCase())}
          </Link>
        </span>
      ))}
    </span>
  );
}

function Day({ iso, zone }: { readonly iso: string; readonly zone: string }) {
  return (
    <time dateTime={iso} title={formatInstant(iso, zone)} className="tabular-nums">
      {formatDay(iso, zone)}
    </time>
  );
}

/** No customer has this email, or the service cannot look it up. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.kind === 'not_found' || error.kind === 'bad_request');
}

const MAX_SHOWN = 5;

/** The newest other tickets of the same customer. */
function OtherTickets({ tickets }: { readonly tickets: readonly Ticket[] }) {
  if (tickets.length === 0) return <p className="mt-1 text-12 text-ink-3">{messages.customer.noOthers}</p>;
  return (
    <>
      <h3 className="mt-2 text-12 font-medium leading-6">{messages.customer.others}</h3>
      <ul>
        {tickets.slice(0, MAX_SHOWN).map((ticket) => (
          <li key={ticket.id.toString()}>
            <Link
              to="/tickets/$id"
              params={{ id: ticket.id.toString() }}
              className="hit relative -mx-1.5 flex min-h-7 items-center gap-1.5 rounded-control px-1.5 hover:bg-hover"
            >
              <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {ticket.subject.trim() === '' ? messages.customer.noSubject : ticket.subject}
              </span>
              <span className="flex-none text-12 text-ink-3 tabular-nums">
                {messages.customer.number(String(ticket.ticket_number))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A ticket without an email belongs to no customer; others with its phone are a search away. */
function NoCustomer({ phone }: { readonly phone: string | null }) {
  const hasFilters = isWholeService(useWhoami());
  if (!phone) return <p className="text-12 text-ink-3">{messages.customer.nobody}</p>;
  const filter = JSON.stringify({ all: [{ field: 'requester_phone', op: 'is', value: phone }] });
  return (
    <>
      <p className="text-12 text-ink-3">{messages.customer.noEmail}</p>
      <Link
        to="/inbox"
        search={hasFilters ? { filter, status: 'all' } : { q: phone, status: 'all' }}
        className="hit relative inline-flex min-h-6 items-center text-12 text-accent-text hover:underline"
      >
        {messages.customer.samePhone}
      </Link>
    </>
  );
}
