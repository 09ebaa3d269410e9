import * as z from 'zod/mini';
import { getCustomer, listCustomerIdentities, type CustomerIdentity } from '#contract/customers.ts';
import { listCustomerTimeline, type TimelineItem } from '#contract/customer-timeline.ts';
import { TIMELINE_KINDS } from '#contract/timeline-kinds.ts';
import type { PersonalData } from './personal-data.ts';
import { showTicket, ticketLine } from './ticket-tools.ts';
import {
  csv,
  defineTool,
  idArgument,
  LINE_CHARACTERS,
  listArgument,
  maybe,
  maybeId,
  MOST_ROWS,
  PAGE,
  PERSONAL,
  textArgument,
  total,
} from './tool.ts';

const customerLine = z.object({
  id: z.int(),
  name: maybe,
  email: maybe,
  phone: maybe,
  ticket_count: z.int(),
  first_seen_utc: z.string(),
  last_seen_utc: z.string(),
});

function showCustomer(identity: CustomerIdentity, show: PersonalData): object {
  return {
    ...identity,
    name: show.name(identity.display_name),
    email: show.email(identity.email),
    phone: show.handle(identity.phone),
  };
}

export const findCustomers = defineTool({
  name: 'find_customers',
  title: 'Find customers',
  description: 'Finds customers by name, email, phone or handle; without words those with most tickets come first.',
  hasOutsideText: true,
  input: z.strictObject({
    q: z.optional(textArgument('Words that must all occur in name, email, phone or a handle', 200)),
    ...PAGE,
    ...PERSONAL,
  }),
  output: z.object({ total_count: total, items: z.array(customerLine) }),
  async run(operations, { q, limit, skip }, show) {
    const { items, total_count } = await operations.run(listCustomerIdentities, { query: { q, limit, skip } });
    return { total_count, items: items.map((item) => showCustomer(item, show)) };
  },
});

export const readCustomer = defineTool({
  name: 'get_customer',
  title: 'Read a customer',
  description:
    'One customer with channels, counts of tickets, satisfaction and the latest tickets. Give one of id, email and phone.',
  hasOutsideText: true,
  input: z.strictObject({
    id: z.optional(idArgument('The id of a customer, as customer_id of a ticket')),
    email: z.optional(textArgument('Their email', 254)),
    phone: z.optional(textArgument('Their phone, in any way of writing it', 40)),
    ...PERSONAL,
  }),
  output: z.object({
    ...customerLine.shape,
    is_blocked: z.boolean(),
    channels: z.array(z.object({ channel: z.string(), handle: z.string() })),
    tickets: z.object({ total: z.int(), open: z.int(), pending: z.int(), resolved: z.int(), closed: z.int() }),
    csat: z.object({ count: z.int(), average: z.nullable(z.number()) }),
    recent_tickets: z.array(ticketLine),
  }),
  async run(operations, { id, email, phone }, show) {
    const found = await operations.run(getCustomer, { query: { identity_id: id, email, phone } });
    const { identity, tickets, csat } = found;
    return {
      ...showCustomer(identity, show),
      is_blocked: (identity.blocked_utc ?? null) !== null,
      channels: identity.channels
        .slice(0, MOST_ROWS)
        .map(({ channel, external_user_id: handle }) => ({ channel, handle: show.handle(handle) })),
      tickets,
      csat,
      recent_tickets: found.recent_tickets.slice(0, MOST_ROWS).map((ticket) => showTicket(ticket, show)),
    };
  },
});

export const readTimeline = defineTool({
  name: 'customer_timeline',
  title: 'Timeline of a customer',
  description:
    'What happened with one customer, newest first: tickets, messages, ratings, conversations, handoffs, notes and changes.',
  hasOutsideText: true,
  input: z.strictObject({
    customer_id: idArgument('The id of a customer'),
    kinds: listArgument('Only these kinds', TIMELINE_KINDS),
    ...PAGE,
    ...PERSONAL,
  }),
  output: z.object({
    total_count: total,
    items: z.array(
      z.object({
        kind: z.string(),
        action: maybe,
        at_utc: z.string(),
        title: maybe,
        actor: maybe,
        channel: maybe,
        state: maybe,
        score: z.nullable(z.int()),
        ticket_id: maybeId,
        ticket_number: maybeId,
        session_id: maybe,
      }),
    ),
  }),
  async run(operations, { customer_id, kinds, limit, skip }, show) {
    const query = { identity_id: customer_id, kinds: csv(kinds), limit, skip };
    const { items, total_count } = await operations.run(listCustomerTimeline, { query });
    return { total_count, items: items.map((item) => showItem(item, show)) };
  },
});

/** Kinds whose actor is the customer if no action of the desk is named. */
const BY_CUSTOMER: ReadonlySet<TimelineItem['kind']> = new Set(['ticket', 'comment', 'csat', 'event']);
const BY_DESK: ReadonlySet<string> = new Set(['sent', 'note', 'resolved', 'closed']);

function showItem(item: TimelineItem, show: PersonalData): object {
  const { kind, action, title, actor } = item;
  const isCustomer = BY_CUSTOMER.has(kind) && !BY_DESK.has(action ?? '');
  return { ...item, title: showTitle(kind, title, show), actor: isCustomer ? show.name(actor) : actor };
}

/** The title of a channel is a handle, or the name of the customer who has it now. */
function showTitle(kind: TimelineItem['kind'], title: string | null, show: PersonalData): string | null {
  if (title === null) return null;
  return kind === 'channel' ? show.handle(title) : show.text(title, LINE_CHARACTERS);
}
