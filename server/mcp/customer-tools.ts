import * as z from 'zod/mini';
import { getCustomer, listCustomerIdentities, type CustomerIdentity } from '#contract/customers.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { PersonalData } from './personal-data.ts';
import { showTicket, ticketLine } from './ticket-tools.ts';
import { defineTool, idArgument, maybe, MOST_ROWS, PAGE, PERSONAL, textArgument } from './tool.ts';

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
  output: z.object({ total_count: z.int(), items: z.array(customerLine) }),
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
    if (id === undefined && email === undefined && phone === undefined) {
      throw new ApiError('missing_field', 'One of id, email and phone is required');
    }
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
