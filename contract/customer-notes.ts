import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { count, id, idParam, intParam, skipParam, text, utc } from './scalars.ts';

const note = z.object({
  id,
  identity_id: id,
  body: z.string(),
  /** The label of the token that wrote it. */
  author: z.string(),
  created_utc: utc,
});
export type CustomerNote = z.output<typeof note>;

/** Internal notes about a customer, newest first. See docs/api.md, "Customers". */
export const listCustomerNotes = operation({
  name: 'listCustomerNotes',
  resource: 'customer_notes',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({
    identity_id: idParam,
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(note), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

const TOUCHED = ['customer_notes', 'customer', 'customer_timeline'];

export const addCustomerNote = operation({
  name: 'addCustomerNote',
  resource: 'customer_notes',
  aliases: [],
  method: 'POST',
  scope: 'customers:write',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({}),
  body: z.strictObject({ identity_id: id, body: text(20_000, 1) }),
  reply: note,
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: TOUCHED,
});

export const deleteCustomerNote = operation({
  name: 'deleteCustomerNote',
  resource: 'customer_notes',
  aliases: [],
  method: 'DELETE',
  scope: 'customers:write',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({ id: idParam }),
  body: null,
  reply: z.object({ id, deleted: z.literal(true) }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: TOUCHED,
});
