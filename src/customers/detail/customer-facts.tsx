import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';
import { inboxSearch } from './tickets/inbox-search.ts';

const LINK = 'text-accent-text hover:underline';

interface CustomerFactsProps {
  readonly open: OpenCustomer;
  /** Shows the ratings in the timeline; absent where there is none. */
  readonly onRatings: (() => void) | undefined;
}

/** The figures of a customer in one line; each count leads to what it counts. */
export function CustomerFacts({ open, onRatings }: CustomerFactsProps) {
  const { identity, tickets, csat } = open.customer;
  const { facts } = messages;
  const zone = useDisplayZone();
  const now = useNow();
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const id = identity.id.toString();
  const [total, unsolved] = [formatCount(tickets.total), formatCount(tickets.open)];
  const rating = csat.count === 0 || csat.average === null ? null : facts.rating(csat.average.toFixed(1), csat.count);
  const merged = identity.merged_from ?? [];
  return (
    <>
      <dl
        aria-label={facts.label}
        className="mt-5 flex flex-wrap gap-x-12 gap-y-3 border-y border-line py-2.5 tabular-nums max-md:grid max-md:grid-cols-2"
      >
        <Fact label={facts.identity}>
          <span className="flex items-center gap-0.5">
            {id}
            <span className="-my-1 print:hidden">
              <CopyButton text={id} label={facts.copyId} />
            </span>
          </span>
        </Fact>
        <Fact label={facts.tickets}>
          {tickets.total === 0 ? (
            total
          ) : (
            <Link
              to="/inbox"
              search={inboxSearch(identity, hasFilters, 'all')}
              aria-label={facts.ticketsLink(total)}
              className={LINK}
            >
              {total}
            </Link>
          )}
        </Fact>
        <Fact label={facts.open}>
          {tickets.open === 0 ? (
            unsolved
          ) : (
            <Link
              to="/inbox"
              search={inboxSearch(identity, hasFilters, 'open')}
              aria-label={facts.openLink(unsolved)}
              className={LINK}
            >
              {unsolved}
            </Link>
          )}
        </Fact>
        <Fact label={facts.firstSeen}>
          <time dateTime={identity.first_seen_utc} title={formatInstant(identity.first_seen_utc, zone)}>
            {formatDay(identity.first_seen_utc, zone)}
          </time>
        </Fact>
        <Fact label={facts.lastSeen}>
          <time dateTime={identity.last_seen_utc} title={formatInstant(identity.last_seen_utc, zone)}>
            {formatNear(identity.last_seen_utc, zone, now)}
          </time>
        </Fact>
        <Fact label={facts.csat}>
          {rating === null ? (
            <span className="font-normal text-ink-3">{facts.noCsat}</span>
          ) : onRatings === undefined ? (
            rating
          ) : (
            <>
              <button
                type="button"
                aria-label={facts.ratingsLink(rating)}
                className={`hit relative text-start font-medium ${LINK}`}
                onClick={onRatings}
              >
                {rating}
              </button>
              {/* Paper has no buttons. */}
              <span className="hidden print:inline">{rating}</span>
            </>
          )}
        </Fact>
      </dl>
      {merged.length === 0 ? null : (
        <p className="mt-1.5 text-12 text-ink-3 tabular-nums">{messages.mergedFrom(merged.join(', '))}</p>
      )}
    </>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
