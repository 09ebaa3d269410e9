import { useQuery } from '@tanstack/react-query';
import { getCustomer, type Customer } from '#contract/customers.ts';
import { listVisitors, type Visitor } from '#contract/visitors.ts';
import { read } from '#src/api/read.ts';
import type { OpenCustomer } from '#src/customers/detail/open-customer.ts';
import { CustomerPanel, Nothing } from '#src/customers/detail/panel.tsx';
import type { TimelineFacts } from './describe-item.ts';
import { messages } from './messages.ts';
import { TimelineLines } from './timeline-lines.tsx';

/** What a service without a timeline tells of a customer all the same, and what is missing. */
export function KnownTimeline({ open }: { readonly open: OpenCustomer }) {
  const { email } = open.customer.identity;
  const visitors = useQuery({
    ...read(listVisitors, { email: email ?? '', limit: 50 }),
    enabled: email !== null,
    staleTime: 60_000,
  });
  const { data } = visitors;
  const items = knownItems(open.customer, data !== undefined && 'items' in data ? data.items : []);
  return (
    <CustomerPanel title={messages.title} resource={getCustomer.resource}>
      <p className="text-12 text-ink-3">{email === null ? messages.seen.textNoEmail : messages.seen.text}</p>
      {visitors.isError ? (
        <p role="alert" className="text-12 text-danger-text">
          {messages.seen.visitorsFailed}{' '}
          <button
            type="button"
            className="hit relative text-accent-text hover:underline"
            onClick={() => void visitors.refetch()}
          >
            {messages.retry}
          </button>
        </p>
      ) : null}
      {items.length === 0 ? <Nothing>{messages.seen.empty}</Nothing> : <TimelineLines items={items} />}
    </CustomerPanel>
  );
}

const NOTHING = {
  action: null,
  title: null,
  actor: null,
  channel: null,
  state: null,
  score: null,
  ticket_id: null,
  ticket_number: null,
  session_id: null,
  identity_id: null,
} as const;

/** The same lines as of a timeline, newest first. */
export function knownItems(
  { identity, recent_tickets: tickets }: Customer,
  visitors: readonly Visitor[],
): readonly TimelineFacts[] {
  const items: readonly TimelineFacts[] = [
    ...tickets.map((ticket) => ({
      ...NOTHING,
      id: `ticket ${ticket.id}`,
      kind: 'ticket',
      action: 'created',
      at_utc: ticket.created_utc,
      title: ticket.subject,
      channel: ticket.channel,
      state: ticket.status,
      ticket_id: ticket.id,
      ticket_number: ticket.ticket_number,
    })),
    ...identity.channels.map((handle) => ({
      ...NOTHING,
      id: `channel ${handle.channel} ${handle.external_user_id}`,
      kind: 'channel',
      action: 'bound',
      at_utc: handle.bound_utc,
      title: handle.external_user_id,
      channel: handle.channel,
    })),
    ...visitors.map((visitor) => ({
      ...NOTHING,
      id: `visitor ${visitor.id}`,
      kind: 'visitor',
      action: 'seen',
      at_utc: visitor.last_seen_utc,
      title: messages.seen.events(visitor.event_count),
    })),
  ];
  return items.toSorted((a, b) => Date.parse(b.at_utc) - Date.parse(a.at_utc));
}
