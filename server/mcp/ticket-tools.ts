import * as z from 'zod/mini';
import { getTicket, listTickets, type Ticket, TICKET_ORDERS } from '#contract/tickets.ts';
import type { PersonalData } from './personal-data.ts';
import { IGNORED, SELECTION, selectTickets } from './ticket-selection.ts';
import {
  defineTool,
  idArgument,
  LINE_CHARACTERS,
  maybe,
  maybeId,
  MESSAGE_CHARACTERS,
  MOST_ROWS,
  PAGE,
  PERSONAL,
  wholeArgument,
} from './tool.ts';

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
    requester_phone: show.handle(ticket.requester_phone),
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
  output: z.object({ total_count: z.int(), items: z.array(ticketLine), ...IGNORED }),
  async run(operations, { order_by, limit, skip, ...selection }, show) {
    const { query, told } = selectTickets(selection);
    const { items, total_count } = await operations.run(listTickets, { query: { ...query, order_by, limit, skip } });
    return { total_count, items: items.map((item) => showTicket(item, show)), ...told };
  },
});

export const readTicket = defineTool({
  name: 'get_ticket',
  title: 'Read a ticket',
  description:
    'One ticket with so many of its newest messages and internal notes, oldest of them first, and the ids of its conversations with the AI. Internal messages are seen by the team alone; a note by an assistant says so in its first line.',
  hasOutsideText: true,
  input: z.strictObject({
    id: idArgument('The id of a ticket, not its number: search_tickets finds a number'),
    messages: z._default(wholeArgument(1, MOST_ROWS), 10),
    ...PERSONAL,
  }),
  output: z.object({
    ...ticketLine.shape,
    requester_phone: maybe,
    session_ids: z.array(z.string()),
    message_count: z.int(),
    messages: z.array(
      z.object({
        id: z.int(),
        author: z.string(),
        author_name: maybe,
        visibility: z.string(),
        body: z.string(),
        created_utc: z.string(),
      }),
    ),
  }),
  async run(operations, { id, messages }, show) {
    const query = { id, include: 'comments,links', comments: messages };
    const ticket = await operations.run(getTicket, { query });
    const comments = ticket.comments ?? [];
    return {
      ...showTicket(ticket, show),
      session_ids: (ticket.links ?? [])
        .filter(({ kind }) => kind === 'session')
        .slice(0, MOST_ROWS)
        .map((link) => link.id),
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
