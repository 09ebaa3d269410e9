import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { callHref, mailHref, whatsAppHref } from '#src/customers/contact.ts';
import { Instant } from '#src/ui/instant.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import type { CustomerVerb, CustomerVerbs } from './customer-verbs.ts';
import { messages } from './messages.ts';
import { inboxSearch, type OpenCustomer } from './open-customer.ts';

interface CustomerHeadProps {
  readonly open: OpenCustomer;
  readonly verbs: CustomerVerbs;
}

/** Who it is, how to reach them, and what is done most. */
export function CustomerHead({ open, verbs }: CustomerHeadProps) {
  const { email, phone } = open.customer.identity;
  const { edit, issueLink, newTicket } = verbs;
  const chat = phone === null ? null : whatsAppHref(phone);
  return (
    <header className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
      <Avatar name={open.name} size="lg" />
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex min-w-0 items-center gap-1">
          <h2
            tabIndex={-1}
            dir="auto"
            data-customer-name=""
            className="min-w-0 text-20 font-semibold [overflow-wrap:anywhere] outline-none"
          >
            <AddressText text={open.name} />
          </h2>
          {edit === null ? null : (
            <span className="print:hidden">
              <IconButton
                icon="pencil"
                size="sm"
                label={edit.label}
                disabledReason={edit.reason}
                aria-haspopup="dialog"
                onClick={edit.run}
              />
            </span>
          )}
        </div>
        <ul className="flex flex-wrap items-center gap-x-3 text-ink-2">
          <Contact text={email} none={messages.noEmail} href={email && mailHref(email)} copy={messages.copyEmail} />
          <Contact text={phone} none={messages.noPhone} href={phone && callHref(phone)} copy={messages.copyPhone} />
          {chat === null ? null : (
            <li className="text-12 print:hidden">
              <SafeLink href={chat}>{messages.whatsApp}</SafeLink>
            </li>
          )}
        </ul>
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 print:hidden">
        <Button icon="key" aria-haspopup="dialog" disabledReason={issueLink.reason} onClick={issueLink.run}>
          {issueLink.label}
        </Button>
        <Button
          icon="plus"
          variant="primary"
          aria-haspopup="dialog"
          disabledReason={newTicket.reason}
          onClick={newTicket.run}
        >
          {newTicket.label}
        </Button>
        <MoreMenu verbs={verbs} />
      </div>
    </header>
  );
}

interface ContactProps {
  readonly text: string | null;
  readonly none: string;
  readonly href: string | null;
  readonly copy: string;
}

function Contact({ text, none, href, copy }: ContactProps) {
  if (text === null) return <li className="text-ink-3">{none}</li>;
  return (
    <li className="flex min-w-0 items-center gap-0.5">
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {href === null ? (
          <AddressText text={text} />
        ) : (
          <SafeLink href={href} className="hover:text-ink hover:underline">
            <AddressText text={text} />
          </SafeLink>
        )}
      </span>
      <span className="print:hidden">
        <CopyButton text={text} label={copy} />
      </span>
    </li>
  );
}

const MENU = [
  'bind',
  'edit',
  'duplicates',
  'openInInbox',
  'copyLink',
  'print',
  'exportData',
  'apiCalls',
  'block',
  'eraseData',
] as const;

function MoreMenu({ verbs }: { readonly verbs: CustomerVerbs }) {
  const items = MENU.flatMap((key) => {
    const verb: CustomerVerb | null = verbs[key];
    if (verb === null) return [];
    const { run, reason, ...shown } = verb;
    return { ...shown, key, onSelect: run, disabledReason: reason };
  });
  return (
    <Menu
      label={messages.more}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}

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
  const id = identity.id.toString();
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
          <TicketCount open={open} count={tickets.total} status="all" label={facts.ticketsLink} />
        </Fact>
        <Fact label={facts.open}>
          <TicketCount open={open} count={tickets.open} status="open" label={facts.openLink} />
        </Fact>
        <Fact label={facts.firstSeen}>
          <Instant at={identity.first_seen_utc} />
        </Fact>
        <Fact label={facts.lastSeen}>
          <Instant at={identity.last_seen_utc}>{formatNear(identity.last_seen_utc, zone, now)}</Instant>
        </Fact>
        <Fact label={facts.csat}>
          {rating === null ? (
            <span className="font-normal text-ink-3">{facts.noCsat}</span>
          ) : onRatings === undefined ? (
            rating
          ) : (
            <>
              <TextButton aria-label={facts.ratingsLink(rating)} className="text-start font-medium" onClick={onRatings}>
                {rating}
              </TextButton>
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

interface TicketCountProps {
  readonly open: OpenCustomer;
  readonly count: number;
  readonly status: 'all' | 'open';
  readonly label: (count: string) => string;
}

function TicketCount({ open, count, status, label }: TicketCountProps) {
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const shown = formatCount(count);
  if (count === 0) return shown;
  const search = inboxSearch(open.customer.identity, hasFilters, status);
  return (
    <Link to="/inbox" search={search} aria-label={label(shown)} className={LINK}>
      {shown}
    </Link>
  );
}
