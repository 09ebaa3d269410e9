import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { phoneKey } from '#contract/contact-keys.ts';
import { listTickets, type Ticket, type TicketDetail } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';
import { useCountry } from '#src/api/use-country.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { messages } from '#src/tickets/messages.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';

const MAX_SHOWN = 5;

interface OtherTicketsProps {
  readonly tickets: readonly Ticket[];
  /** Says what they have in common with this one: its customer, unless given. */
  readonly title?: string;
}

/** The newest other tickets of the same customer or phone. */
export function OtherTickets({ tickets, title = messages.customer.others }: OtherTicketsProps) {
  if (tickets.length === 0) return <p className="mt-1 text-12 text-ink-3">{messages.customer.noOthers}</p>;
  return (
    <>
      <h3 className="mt-2 text-12 font-medium leading-6">{title}</h3>
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
    return (
      <p className="mt-1 text-12 text-ink-3">
        {hasFilters ? messages.customer.phone.none : messages.customer.phone.noneFound}
      </p>
    );
  }
  return (
    <>
      <OtherTickets title={messages.customer.phone.others} tickets={others} />
      {hasFilters ? (
        <Link
          to="/inbox"
          search={{ filter, status: 'all' }}
          className="hit relative inline-flex min-h-6 items-center text-12 text-accent-text tabular-nums hover:underline"
        >
          {messages.customer.phone.all(formatCount(total))}
        </Link>
      ) : (
        <p className="mt-1 text-12 text-ink-3">{messages.customer.phone.sameWriting}</p>
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

const LINES = ['w-2/3', 'w-1/2', 'w-3/4'] as const;

/** The customer before anything is known. */
export function CustomerSkeleton() {
  return (
    <div role="status" aria-label={messages.customer.loading} className="flex flex-col gap-3 py-2">
      {LINES.map((width) => (
        <Skeleton key={width} className={`h-2.5 ${width}`} />
      ))}
    </div>
  );
}

interface CustomerFailureProps {
  readonly error: Error;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}

/** Why the customer is not shown; the ticket beside it stands. */
export function CustomerFailure({ error, isFetching, onRetry }: CustomerFailureProps) {
  const failure = useFailure(error, onRetry);
  if (failure === null) return null;
  return (
    <div role="alert" className="flex flex-col items-start gap-1.5 text-12 text-ink-3">
      <p>
        <b className="font-medium text-ink-2">{messages.customer.failed}</b> {failure.title}. {failure.text}
      </p>
      <Button size="sm" busy={isFetching} onClick={onRetry}>
        {messages.customer.retry}
      </Button>
      {failure.requestId === null ? null : (
        <p className="flex items-center gap-1 text-11">
          <span className="font-mono text-11 [overflow-wrap:anywhere]">{failure.requestId}</span>
          <CopyButton text={failure.requestId} label={messages.customer.copyRequest} />
        </p>
      )}
    </div>
  );
}
