import { memo, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { getCustomer } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord, statusWord } from '#src/format/ticket-words.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import type { Reply } from '#contract/operation.ts';

import type { TicketDetail } from '#contract/tickets.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { CustomerFailure } from './customer-tickets.tsx';
import { messages } from '#src/tickets/messages.ts';
import { CustomerSkeleton } from './customer-tickets.tsx';
import { OtherTickets } from './customer-tickets.tsx';
import { PhoneTickets } from './customer-tickets.tsx';
import { LIST, PropertyRow, Quiet } from './property-row.tsx';

type Customer = Reply<typeof getCustomer>;

// After the customer stands: the ticket's first sight does without.
const Visits = lazyPart(async () => (await import('./visits.tsx')).Visits);

interface CustomerPanelProps {
  /** As the service has it. */
  readonly ticket: TicketDetail;
}

/** Who the requester is beyond this ticket: since when, by which channels, with which other tickets. */
export const CustomerPanel = memo(function CustomerPanel({ ticket }: CustomerPanelProps) {
  const { requester_email: email, requester_phone: phone, customer_identity_id: id } = ticket;
  // A phone alone makes no customer: it may be another person's elsewhere.
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
        <>
          <p className="text-12 text-ink-3">{phone ? messages.customer.noEmail : messages.customer.nobody}</p>
          {phone ? <PhoneTickets ticket={ticket} phone={phone} /> : null}
        </>
      ) : customer.data !== undefined ? (
        <Facts ticket={ticket} customer={customer.data} />
      ) : customer.error === null ? (
        <CustomerSkeleton />
      ) : isUnknown(customer.error) ? (
        <p className="text-12 text-ink-3">
          {id === null ? messages.customer.withoutCustomer : messages.customer.unknown}
        </p>
      ) : (
        <CustomerFailure
          error={customer.error}
          isFetching={customer.isFetching}
          onRetry={() => void customer.refetch()}
        />
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
        {/* What the ticket itself has stands above. */}
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
                    {handle ?? external}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </PropertyRow>
        <Suspense fallback={null}>
          <Visits identityId={identity.id} email={email} />
        </Suspense>
      </dl>
      {ticket.customer_identity_id === null ? (
        <p className="mt-1 text-12 text-ink-3">{messages.customer.notCounted}</p>
      ) : null}
      <OtherTickets tickets={recent.filter(({ id }) => id !== ticket.id)} />
    </>
  );
}

/** To the page of the customer, whom a service without `identity_tools` finds by an email or phone. */
function CustomerLink({ identity }: { readonly identity: Customer['identity'] }) {
  const hasTools = hasExtension(useWhoami(), 'identity_tools');
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

/** How many tickets, in all and by status; each leads to them in the inbox. */
function TicketCounts({ ticket, id, tickets }: TicketCountsProps) {
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  // Without the filter by customer the address finds nearly the same.
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

/** No customer has this address, or the service cannot look it up. */
function isUnknown(error: Error): boolean {
  return error instanceof ApiFailure && (error.kind === 'not_found' || error.kind === 'bad_request');
}
