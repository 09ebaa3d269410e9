import * as z from 'zod/mini';
import { extension, operation } from './operation.ts';
import {
  choice,
  count,
  email,
  flagParam,
  id,
  idParam,
  integer,
  intParam,
  phone,
  skipParam,
  text,
  utc,
} from './scalars.ts';
import { searchParam } from './session-fields.ts';
import { ticket } from './tickets.ts';

/** Channels of bindings. See docs/api.md, "Channels". */
export const CHANNELS = ['whatsapp', 'messenger', 'instagram', 'sms', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

export const customerIdentity = z.object({
  id,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  ticket_count: count,
  first_seen_utc: utc,
  last_seen_utc: utc,
});
export type CustomerIdentity = z.output<typeof customerIdentity>;

export const channelHandle = z.object({
  channel: z.enum(CHANNELS),
  external_user_id: z.string(),
  display_handle: z.nullable(z.string()),
  bound_utc: utc,
});
export type ChannelHandle = z.output<typeof channelHandle>;

/** A customer in a list. */
const listedCustomer = z.extend(customerIdentity, {
  blocked_utc: extension('identity_tools', z.nullable(utc)),
  /** Channels of which the customer has a handle, each once, in their usual order. */
  channels: extension('identity_tools', z.array(z.enum(CHANNELS))),
});
export type ListedCustomer = z.output<typeof listedCustomer>;

export const IDENTITY_COLUMNS = [
  'id',
  'email',
  'phone',
  'display_name',
  'ticket_count',
  'first_seen_utc',
  'last_seen_utc',
] as const satisfies readonly (keyof CustomerIdentity)[];

/** A customer with what the page of one shows: see docs/api.md, "Customers". */
export const customer = z.object({
  identity: z.extend(customerIdentity, {
    channels: z.array(channelHandle),
    notes_count: extension('identity_tools', count),
    /** Null where the customer is not blocked. */
    blocked_utc: extension('identity_tools', z.nullable(utc)),
    /** Customers that were merged into this one and are found by its page. */
    merged_from: extension('identity_tools', z.array(id)),
    version: extension('identity_tools', integer),
  }),
  tickets: z.object({ total: count, open: count, pending: count, resolved: count, closed: count }),
  csat: z.object({ count, average: z.nullable(z.number()) }),
  recent_tickets: z.array(ticket),
});
export type Customer = z.output<typeof customer>;

export const getCustomer = operation({
  name: 'getCustomer',
  resource: 'customer',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    email: z.optional(email),
    phone: z.optional(phone),
    /** Beats the other two. */
    identity_id: extension('identity_tools', idParam),
  }),
  body: null,
  reply: customer,
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

export const listCustomerIdentities = operation({
  name: 'listCustomerIdentities',
  resource: 'customer_identities',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({
    order_by: z._default(choice(['tickets', 'recent', 'name']), 'tickets'),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
    format: z._default(choice(['json', 'csv']), 'json'),
    all: extension('csv_all', flagParam),
    /** Every word occurs in the name, email, phone or a handle; a phone in any way of writing it. */
    q: extension('identity_tools', searchParam),
    /** Has a handle of this channel. */
    channel: extension('identity_tools', choice(CHANNELS)),
    without_channel: extension('identity_tools', choice(CHANNELS)),
    blocked: extension('identity_tools', flagParam),
    /** With `channel`: the one customer who has exactly this handle. */
    external_user_id: extension('identity_tools', text(200, 1)),
  }),
  body: null,
  reply: z.object({ items: z.array(listedCustomer), total_count: count }),
  shape: 'top-level',
  csv: { file: 'customer_identities', columns: IDENTITY_COLUMNS },
  errors: [],
  touches: [],
});
