import * as z from 'zod/mini';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';
import { getTicket, listTickets, type Ticket, TICKET_ORDERS } from '#contract/tickets.ts';
import type { OperationInput } from './operations.ts';
import type { PersonalData } from './personal-data.ts';
import {
  csv,
  defineTool,
  idArgument,
  INSTANT,
  LINE_CHARACTERS,
  listArgument,
  maybe,
  maybeId,
  MESSAGE_CHARACTERS,
  MOST_ROWS,
  PAGE,
  PERSONAL,
  textArgument,
  total,
  wholeArgument,
} from './tool.ts';

const SELECTION = {
  q: z.optional(
    textArgument(
      'Words that must all occur in subject, requester, ticket number or tag, and in messages unless in_messages is false',
      200,
    ),
  ),
  in_messages: z._default(
    z.boolean({ error: 'must be true or false' }).check(z.describe('Whether q is looked for in messages too')),
    true,
  ),
  status: listArgument('States', STATUSES),
  priority: listArgument('Priorities', PRIORITIES),
  tag: z.optional(textArgument('A tag', 60)),
  channel: z.optional(textArgument('A channel, such as web, email or whatsapp', 40)),
  assignee: z.optional(textArgument('An agent id, none, or me', 40)),
  customer_id: z.optional(idArgument('Tickets of this customer')),
  created_from: z.optional(textArgument(`Created at or after: ${INSTANT}`, 40)),
  created_to: z.optional(textArgument(`Created before: ${INSTANT}`, 40)),
};
type Selection = z.output<z.ZodMiniObject<typeof SELECTION>>;

function selectionQuery(selection: Selection): OperationInput['query'] & object {
  const { in_messages: inMessages, status, priority, customer_id: customerId, q, tag, channel, assignee } = selection;
  return {
    q,
    text: q !== undefined && inMessages ? 1 : undefined,
    status: csv(status),
    priority: csv(priority),
    tag,
    channel,
    assignee,
    customer_identity_id: customerId,
    created_from: selection.created_from,
    created_to: selection.created_to,
  };
}

/** A ticket in a list. */
export const ticketLine = z.object({
  id: z.int(),
  ticket_number: z.int(),
  subject: z.string(),
  status: z.string(),
  priority: z.string(),
  channel: z.string(),
  requester_name: maybe,
  requester_email: maybe,
  customer_id: maybeId,
  tags: maybe,
  assignee_name: maybe,
  last_message: maybe,
  created_utc: z.string(),
  first_response_utc: maybe,
  resolved_utc: maybe,
  reply_due_utc: maybe,
});

export function showTicket(ticket: Ticket, show: PersonalData): object {
  const preview = ticket.last_message_preview ?? null;
  return {
    ...ticket,
    subject: show.text(ticket.subject, LINE_CHARACTERS),
    requester_name: show.name(ticket.requester_name),
    requester_email: show.email(ticket.requester_email),
    customer_id: ticket.customer_identity_id,
    assignee_name: ticket.assignee_name ?? null,
    last_message: preview === null ? null : show.text(preview, LINE_CHARACTERS),
    reply_due_utc: ticket.reply_due_utc ?? null,
  };
}

export const searchTickets = defineTool({
  name: 'search_tickets',
  title: 'Search tickets',
  description: 'Finds tickets by words, state, priority, tag, channel, assignee, customer or time, newest first.',
  hasOutsideText: true,
  input: z.strictObject({
    ...SELECTION,
    order_by: z.optional(
      z
        .enum(TICKET_ORDERS, { error: `must be one of ${TICKET_ORDERS.join(', ')}` })
        .check(z.describe('waiting: without a first reply first; due: the reply that is due soonest first')),
    ),
    ...PAGE,
    ...PERSONAL,
  }),
  output: z.object({ total_count: total, items: z.array(ticketLine) }),
  async run(operations, { order_by, limit, skip, ...selection }, show) {
    const query = { ...selectionQuery(selection), order_by, limit, skip };
    const { items, total_count } = await operations.run(listTickets, { query });
    return { total_count, items: items.map((item) => showTicket(item, show)) };
  },
});

const counts = z.record(z.string(), z.int());
const counted = z.object({
  created_from: maybe,
  created_to: maybe,
  total_count: z.int(),
  by_status: counts,
  by_priority: counts,
  by_channel: counts,
});

export const countTickets = defineTool({
  name: 'count_tickets',
  title: 'Count tickets',
  description:
    'Counts tickets by state, priority and channel. With created_from and created_to it also counts the window of the same length right before, which shows whether something is rising. Counts by state, priority or channel ignore the filter of that name.',
  hasOutsideText: false,
  input: z.strictObject(SELECTION),
  output: z.object({ ...counted.shape, previous: z.nullable(counted) }),
  async run(operations, selection) {
    const count = async (from: string | undefined, to: string | undefined) => {
      const query = { ...selectionQuery(selection), created_from: from, created_to: to, facets: 1, limit: 1 };
      const { total_count, facets } = await operations.run(listTickets, { query });
      return {
        created_from: from ?? null,
        created_to: to ?? null,
        total_count,
        by_status: facets?.status ?? {},
        by_priority: facets?.priority ?? {},
        by_channel: most(facets?.channel ?? {}),
      };
    };
    const { created_from: from, created_to: to } = selection;
    const now = await count(from, to);
    const before = from === undefined || to === undefined ? null : windowBefore(from, to);
    return { ...now, previous: before === null ? null : await count(before.from, before.to) };
  },
});

/** The window of the same length right before; null if the end is not behind the beginning. */
function windowBefore(from: string, to: string): { readonly from: string; readonly to: string } | null {
  const start = Date.parse(from);
  const length = Date.parse(to) - start;
  // NaN compares as false. Years before 1 are no instants of the API.
  if (!(length > 0) || start - length < FIRST_INSTANT) return null;
  return { from: new Date(start - length).toISOString(), to: new Date(start).toISOString() };
}

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z');

/** The highest counts. */
function most(all: Readonly<Record<string, number>>): Record<string, number> {
  const sorted = Object.entries(all).toSorted(([, a], [, b]) => b - a);
  return Object.fromEntries(sorted.slice(0, MOST_ROWS));
}

export const readTicket = defineTool({
  name: 'get_ticket',
  title: 'Read a ticket',
  description: 'One ticket with its newest messages and internal notes, oldest of them first.',
  hasOutsideText: true,
  input: z.strictObject({
    id: idArgument('The id of a ticket, not its number: search_tickets finds a number'),
    messages: z._default(wholeArgument('How many of the newest messages', 1, MOST_ROWS), 10),
    ...PERSONAL,
  }),
  output: z.object({
    ...ticketLine.shape,
    message_count: z.int(),
    messages: z.array(
      z.object({
        id: z.int(),
        author: z.string().check(z.describe('customer, agent, ai or system')),
        author_name: maybe,
        visibility: z.string().check(z.describe('An internal one is seen by the team alone')),
        body: z.string(),
        created_utc: z.string(),
      }),
    ),
  }),
  async run(operations, { id, messages }, show) {
    const ticket = await operations.run(getTicket, { query: { id, include: 'comments', comments: messages } });
    const comments = ticket.comments ?? [];
    return {
      ...showTicket(ticket, show),
      message_count: ticket.comment_count ?? comments.length,
      messages: comments.map((comment) => ({
        ...comment,
        author: comment.author_kind,
        author_name: comment.author_kind === 'customer' ? show.name(comment.author_name) : comment.author_name,
        body: show.text(comment.body, MESSAGE_CHARACTERS),
      })),
    };
  },
});
