import * as z from 'zod/mini';
import { customer } from './customers.ts';
import { operation } from './operation.ts';
import { email, flag, id, integer, personName, phone } from './scalars.ts';

const TOUCHED = [
  'customer',
  'customer_identities',
  'customer_timeline',
  'customer_duplicates',
  'health',
  'health_overview',
];

/** A customer made by hand: with an email, a phone or both. See docs/api.md, "Customers". */
export const createCustomer = operation({
  name: 'createCustomer',
  resource: 'customer',
  aliases: [],
  method: 'POST',
  scope: 'customers:write',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({}),
  body: z.strictObject({
    email: z.optional(z.nullable(email)),
    phone: z.optional(z.nullable(phone)),
    display_name: z.optional(z.nullable(personName)),
  }),
  reply: customer,
  shape: 'envelope',
  csv: null,
  /** `conflict`: the email or phone is taken; `error.current` is the customer who has it. */
  errors: ['conflict'],
  touches: TOUCHED,
});

/** Corrects who a customer is, or blocks one. Null clears a field; one of email and phone has to stay. */
export const updateCustomer = operation({
  name: 'updateCustomer',
  resource: 'customer',
  aliases: [],
  method: 'PATCH',
  scope: 'customers:write',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({}),
  body: z.strictObject({
    id,
    email: z.optional(z.nullable(email)),
    phone: z.optional(z.nullable(phone)),
    display_name: z.optional(z.nullable(personName)),
    /** Links of a blocked customer open nothing, `ingest` takes nothing of them, their tickets are marked. */
    blocked: z.optional(flag),
    version: z.optional(integer),
  }),
  reply: customer,
  shape: 'envelope',
  csv: null,
  /** `conflict`: the version is stale, or the email or phone is taken; `error.current` is that customer. */
  errors: ['not_found', 'conflict'],
  touches: [...TOUCHED, 'tickets', 'ticket', 'portal_tokens'],
});
