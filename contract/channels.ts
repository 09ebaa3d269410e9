import * as z from 'zod/mini';
import { batchId, bindCounts, bindRowResult } from './bind-jobs.ts';
import { CHANNELS } from './customers.ts';
import { extension, operation } from './operation.ts';
import { email, flagParam, id, intParam, isStorable, keywords, personName, phone, text } from './scalars.ts';

/** Bytes of the CSV that one call may send. */
export const MAX_CSV_BYTES = 16_777_216;

/** Any text: another name is refused apart, with an error code of its own. */
const channelName = z
  .string({ error: 'must be text' })
  .check(z.refine((s) => isStorable(s), { error: 'must not contain NUL or unpaired surrogates' }));
keywords.add(channelName, { enum: CHANNELS });
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

/** Unbinds a handle from its customer; an unbound handle is not an error. See docs/api.md, "Channels". */
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

const HASH = { error: 'must be a SHA-256 hash of 64 hexadecimal digits' };

const fileSha256 = z.pipe(
  z.string(HASH).check(z.regex(/^[0-9a-fA-F]{64}$/, HASH)),
  z.transform((s) => s.toLowerCase()),
);

/** A line number is stored as a 32-bit integer. */
const MAX_LINE_OFFSET = 2_000_000_000;

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
    /**
     * The file is a part of one that is sent in several calls. Its rows are kept, and a part that is sent again does
     * nothing twice: rows that are recorded answer as they did, the others are bound.
     */
    batch_id: extension('bind_jobs', batchId),
    /**
     * Lines of the whole file between its header and the first row of this part, -1 for the first row of a file without a
     * header; the `line` of each row counts them.
     */
    line_offset: extension('bind_jobs', intParam(-1, MAX_LINE_OFFSET)),
    /** With `batch_id`: the hash of the whole file, as the history shows it. Left out: that of the first part. */
    file_sha256: extension('bind_jobs', fileSha256),
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
  /** `conflict`: other bytes were sent for this part, the batch is of another file, or is undone or too old. */
  errors: ['bad_header', 'empty_body', 'no_rows', 'conflict'],
  touches: ['bind_jobs', 'customer', 'customer_identities', 'health', 'health_overview'],
});
