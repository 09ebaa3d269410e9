import * as z from 'zod/mini';
import { bindCounts, bindRowResult } from './bind-jobs.ts';
import { CHANNELS } from './customers.ts';
import { extension, operation } from './operation.ts';
import { email, flagParam, id, isStorable, personName, phone, text } from './scalars.ts';

/** Bytes of the CSV that one call may send. */
export const MAX_CSV_BYTES = 16_777_216;

/** Any text: which names there are is validated apart, with an error code of its own. */
const channelName = z
  .string({ error: 'must be text' })
  .check(z.refine((s) => isStorable(s), { error: 'must not contain NUL or unpaired surrogates' }));
const externalUserId = text(200, 1);

const boundHandle = { ok: z.literal(true), channel: z.enum(CHANNELS), external_user_id: z.string() };

/** Binds a handle to a customer, who is found by id, email or phone, or made. See docs/api.md, "Channels". */
export const bindChannel = operation({
  name: 'bindChannel',
  resource: 'bind_channel',
  aliases: [],
  method: 'POST',
  scope: 'channels:write',
  keyed: false,
  extension: null,
  query: z.object({}),
  body: z.strictObject({
    channel: channelName,
    external_user_id: externalUserId,
    identity_id: z.optional(z.nullable(id)),
    email: z.optional(z.nullable(email)),
    phone: z.optional(z.nullable(phone)),
    display_handle: z.optional(z.nullable(text(200))),
    display_name: z.optional(z.nullable(personName)),
  }),
  reply: z.object({ ...boundHandle, identity_id: id, display_handle: z.nullable(z.string()) }),
  shape: 'envelope',
  csv: null,
  errors: ['bad_channel', 'no_identity', 'bind_failed'],
  touches: ['customer', 'customer_identities', 'customer_timeline', 'customer_duplicates', 'health', 'health_overview'],
});

/** Takes a handle from whoever has it; one that nobody has is no error. See docs/api.md, "Channels". */
export const unbindChannel = operation({
  name: 'unbindChannel',
  resource: 'bind_channel',
  aliases: [],
  method: 'DELETE',
  scope: 'channels:write',
  keyed: false,
  extension: null,
  query: z.object({ channel: channelName, external_user_id: externalUserId }),
  body: null,
  reply: z.object(boundHandle),
  shape: 'envelope',
  csv: null,
  errors: ['bad_channel', 'unbind_failed'],
  touches: ['customer', 'customer_identities', 'customer_timeline', 'customer_duplicates', 'health', 'health_overview'],
});

/** Binds the handles of a CSV file, each row for itself. See docs/api.md, "Bulk bind". */
export const bindChannelsBulk = operation({
  name: 'bindChannelsBulk',
  resource: 'bind_channels_bulk',
  aliases: [],
  method: 'POST',
  scope: 'channels:bulk',
  keyed: false,
  extension: null,
  query: z.object({
    dry_run: z.optional(flagParam),
    /** Keeps what became of each row, and answers it. */
    rows: extension('bind_jobs', flagParam),
  }),
  body: null,
  media: 'text/csv',
  reply: z.extend(bindCounts, {
    /** The first twenty of the rows that were not bound: `line N: code: message`. */
    error_sample: z.array(z.string()),
    dry_run: z.boolean(),
    /** Null in a dry run, and where channels are not deployed. */
    job_id: extension('bind_jobs', z.nullable(id)),
    rows: z.optional(z.array(bindRowResult)),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['bad_header', 'empty_body', 'no_rows'],
  touches: ['bind_jobs', 'customer', 'customer_identities', 'health', 'health_overview'],
});
