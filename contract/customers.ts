import * as z from 'zod/mini';
import { extension, operation } from './operation.ts';
import { choice, count, email, flagParam, id, intParam, phone, skipParam, utc } from './scalars.ts';
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

export const IDENTITY_COLUMNS = [
  'id',
  'email',
  'phone',
  'display_name',
  'ticket_count',
  'first_seen_utc',
  'last_seen_utc',
] as const satisfies readonly (keyof CustomerIdentity)[];

export const getCustomer = operation({
  name: 'getCustomer',
  resource: 'customer',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: null,
  query: z.object({ email: z.optional(email), phone: z.optional(phone) }),
  body: null,
  reply: z.object({
    identity: z.extend(customerIdentity, { channels: z.array(channelHandle) }),
    tickets: z.object({ total: count, open: count, pending: count, resolved: count, closed: count }),
    csat: z.object({ count, average: z.nullable(z.number()) }),
    recent_tickets: z.array(ticket),
  }),
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
  }),
  body: null,
  reply: z.object({ items: z.array(customerIdentity), total_count: count }),
  shape: 'top-level',
  csv: { file: 'customer_identities', columns: IDENTITY_COLUMNS },
  errors: [],
  touches: [],
});
