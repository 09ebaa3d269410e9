import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { listAiSessions } from '#contract/conversations.ts';
import { listPortalTokens, type PortalTokenRecord } from '#contract/portal.ts';
import type { Ticket } from '#contract/tickets.ts';
import { listVisitors } from '#contract/visitors.ts';
import { read } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord, priorityWord, statusWord } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { Panel, QueryState, type Asked } from '#src/panels/panel.tsx';
import { LinkState } from '#src/portal-links/link-state.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { PriorityGlyph, StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { messages } from './messages.ts';
import { inboxSearch, type OpenCustomer } from '#src/customers/open-customer.ts';

/** A part of the page of one customer, below the name. */
export function CustomerPanel(props: Omit<ComponentProps<typeof Panel>, 'level'>) {
  return (
    <div className="mt-7 min-w-0 @container">
      <Panel level={3} {...props} />
    </div>
  );
}

/** One line where there is nothing, with what to do about it. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return <p className="border-b border-line py-2 text-ink-3 text-pretty">{children}</p>;
}

const texts = messages.tickets;
const ALL = 'hit relative inline-flex min-h-6 items-center text-12 text-accent-text hover:underline print:hidden';

/** The newest tickets, and the way to all of them. */
export function TicketsPanel({ open }: { readonly open: OpenCustomer }) {
  const { identity, tickets, recent_tickets: recent } = open.customer;
  const note =
    recent.length < tickets.total
      ? messages.newest(formatCount(recent.length), formatCount(tickets.total))
      : formatCount(tickets.total);
  return (
    <CustomerPanel
      title={texts.title}
      note={note}
      actions={
        tickets.total === 0 ? null : (
          <Link to="/inbox" search={inboxSearch(identity, open.hasTools, 'all')} className={ALL}>
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
        <Instant
          at={ticket.created_utc}
          className="w-[84px] flex-none text-end text-12 whitespace-nowrap text-ink-3 tabular-nums print:w-auto"
        />
      </Link>
    </li>
  );
}

/** Rows of each kind on the page. */
const SHOWN = 5;

interface NewestRowsProps<Row> {
  readonly texts: { readonly title: string; readonly empty: string };
  readonly query: Asked<{ readonly items: readonly Row[]; readonly total_count: number }>;
  readonly actions?: ReactNode;
  /** Why nothing was asked for. */
  readonly absent?: string | null;
  readonly keyOf: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** The newest of what belongs to a customer, and how much there is of it in all. */
function NewestRows<Row>(props: NewestRowsProps<Row>) {
  const { texts, query, actions, absent = null, keyOf, children } = props;
  const total = query.data?.total_count ?? 0;
  return (
    <CustomerPanel
      title={texts.title}
      note={total > SHOWN ? messages.newest(formatCount(SHOWN), formatCount(total)) : query.data && formatCount(total)}
      actions={actions}
    >
      {absent === null ? (
        <QueryState query={query} name={texts.title} rows={1}>
          {({ items }) =>
            items.length === 0 ? (
              <Nothing>{texts.empty}</Nothing>
            ) : (
              <ul aria-label={texts.title}>
                {items.map((row) => (
                  <li
                    key={keyOf(row)}
                    className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-1"
                  >
                    {children(row)}
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
      ) : (
        <Nothing>{absent}</Nothing>
      )}
    </CustomerPanel>
  );
}

/** The portal links of the customer's address, without their secret. */
export function PortalLinksPanel({ email }: { readonly email: string | null }) {
  const zone = useDisplayZone();
  const texts = messages.links;
  const query = useQuery({
    ...read(listPortalTokens, { email: email ?? '', limit: SHOWN }),
    enabled: email !== null,
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
  const hasSome = email !== null && query.data !== undefined && query.data.total_count > 0;
  return (
    <NewestRows
      texts={texts}
      query={query}
      absent={email === null ? messages.noEmailForLink : null}
      actions={
        hasSome ? (
          <Link to="/manage/portal-tokens" search={{ email }} className={ALL}>
            {texts.all}
          </Link>
        ) : null
      }
      keyOf={({ id }) => id.toString()}
    >
      {({ state, customer_blocked: blocked, last_used_utc: used, use_count: count, issued_by: issuer, ...link }) => (
        <>
          <span className="w-20 flex-none">
            <LinkState link={{ state, customer_blocked: blocked }} />
          </span>
          <span className="tabular-nums">{endOf({ state, ...link }, zone)}</span>
          <span className="text-12 text-ink-3 tabular-nums">
            {used === null ? texts.never : texts.opened(count, formatInstant(used, zone))}
          </span>
          <span className="ms-auto min-w-0 truncate text-12 text-ink-3">
            <bdi>{texts.by(issuer)}</bdi>
          </span>
        </>
      )}
    </NewestRows>
  );
}

function endOf(link: Pick<PortalTokenRecord, 'state' | 'expires_utc' | 'revoked_utc'>, zone: string): string {
  const { links: texts } = messages;
  if (link.revoked_utc !== null) return texts.revokedAt(formatInstant(link.revoked_utc, zone));
  const end = formatInstant(link.expires_utc, zone);
  return link.state === 'active' ? texts.until(end) : texts.ended(end);
}

/** The customer's conversations with the AI; each leads to what was said in it. */
export function SessionsPanel({ customerId }: { readonly customerId: bigint }) {
  const texts = messages.sessions;
  const outcomes: Readonly<Record<string, string>> = texts.outcome;
  const query = useQuery({
    ...read(listAiSessions, { customer_identity_id: customerId, limit: SHOWN }),
    staleTime: 60_000,
  });
  return (
    <NewestRows texts={texts} query={query} keyOf={(session) => session.session_id}>
      {({ session_id: session, outcome, channel, message_count: count, started_utc: started }) => (
        <>
          <Link
            to="/conversations/session/$id"
            params={{ id: session }}
            className="hit relative min-w-0 font-mono text-12 text-accent-text [overflow-wrap:anywhere] hover:underline"
          >
            {session}
          </Link>
          <span>{Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : outcome}</span>
          <span className="text-12 text-ink-3 tabular-nums">
            {channelWord(channel)}, {texts.messages(count)}
          </span>
          <Instant at={started} form="instant" className="ms-auto text-12 whitespace-nowrap text-ink-3 tabular-nums" />
        </>
      )}
    </NewestRows>
  );
}

/** Browsers that the website knows this customer by. */
export function VisitsPanel({ customerId }: { readonly customerId: bigint }) {
  const zone = useDisplayZone();
  const texts = messages.visits;
  const query = useQuery({
    ...read(listVisitors, { customer_identity_id: customerId, limit: SHOWN }),
    select: (reply) => ('items' in reply ? reply : { items: [reply], total_count: 1 }),
    staleTime: 60_000,
  });
  return (
    <NewestRows
      texts={texts}
      query={query}
      actions={
        query.data !== undefined && query.data.total_count > SHOWN ? (
          <Link to="/customers/visitors" search={{ customer: customerId.toString() }} className={ALL}>
            {texts.all}
          </Link>
        ) : null
      }
      keyOf={(visitor) => visitor.id.toString()}
    >
      {({ visitor_key: key, event_count: count, segments, last_seen_utc: seen }) => (
        <>
          <span className="flex min-w-0 items-center gap-0.5">
            <Link
              to="/customers/visitors/$key"
              params={{ key }}
              dir="ltr"
              className="hit relative min-w-0 font-mono text-12 text-accent-text [overflow-wrap:anywhere] hover:underline"
            >
              <AddressText text={key} />
            </Link>
            <span className="print:hidden">
              <CopyButton text={key} label={texts.copy(key)} />
            </span>
          </span>
          <span className="tabular-nums">{texts.events(count)}</span>
          {segments.map((segment) => (
            <Chip key={segment}>{segment}</Chip>
          ))}
          <span className="ms-auto text-12 whitespace-nowrap text-ink-3 tabular-nums">
            {texts.lastSeen(formatInstant(seen, zone))}
          </span>
        </>
      )}
    </NewestRows>
  );
}
