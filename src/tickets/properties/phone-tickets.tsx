import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { phoneKey } from '#contract/contact-keys.ts';
import { listTickets, type TicketDetail } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import { useCountry } from '#src/api/use-country.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { CustomerFailure } from './customer-failure.tsx';
import { CustomerSkeleton } from './customer-skeleton.tsx';
import { messages } from './messages.ts';
import { OtherTickets } from './other-tickets.tsx';

/** With the ticket itself, which is found too. */
const LIMIT = 6;
/** A search finds others beside the phone: so many are looked through. */
const SEARCH_LIMIT = 50;

interface PhoneTicketsProps {
  readonly ticket: TicketDetail;
  readonly phone: string;
}

/** The tickets of the same phone, which is all that a ticket without an email has in common with others. */
export function PhoneTickets({ ticket, phone }: PhoneTicketsProps) {
  const country = useCountry();
  const key = phoneKey(phone, country);
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const filter = JSON.stringify({ all: [{ field: 'requester_phone', op: 'is', value: phone }] });
  const q = searchOf(phone);
  const found = useQuery({
    ...read(listTickets, hasFilters ? { filter, limit: LIMIT } : { q, limit: SEARCH_LIMIT }),
    enabled: key !== null && (hasFilters || q !== ''),
    staleTime: 60_000,
  });
  if (key === null || (!hasFilters && q === '')) return null;
  if (found.data === undefined) {
    if (found.error === null) return <CustomerSkeleton />;
    return <CustomerFailure error={found.error} isFetching={found.isFetching} onRetry={() => void found.refetch()} />;
  }
  const { items, total_count: total } = found.data;
  const others = items.filter(
    ({ id, requester_phone: other }) => id !== ticket.id && other !== null && phoneKey(other, country) === key,
  );
  if (others.length === 0) {
    return <p className="mt-1 text-12 text-ink-3">{hasFilters ? messages.phone.none : messages.phone.noneFound}</p>;
  }
  return (
    <>
      <OtherTickets title={messages.phone.others} tickets={others} />
      {hasFilters ? (
        <Link
          to="/inbox"
          search={{ filter, status: 'all' }}
          className="hit relative inline-flex min-h-6 items-center text-12 text-accent-text tabular-nums hover:underline"
        >
          {messages.phone.all(formatCount(total))}
        </Link>
      ) : (
        <p className="mt-1 text-12 text-ink-3">{messages.phone.sameWriting}</p>
      )}
    </>
  );
}

/** The words of a phone that a search finds: shorter ones stand for numbers of tickets and tags. */
function searchOf(phone: string): string {
  return phone
    .split(/\s+/)
    .filter((word) => word.length > 2)
    .join(' ');
}
