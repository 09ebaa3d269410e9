import * as z from 'zod/mini';
import { REFUSALS } from './bind-row.ts';
import { operation } from './operation.ts';
import { count, id, idParam, integer, intParam, skipParam, utc } from './scalars.ts';

export const BIND_JOB_STATES = ['done', 'undone'] as const;

/** Outcome of a line of the file; the header is line 1. `identity_id` is null where no customer was bound. */
export const bindRowResult = z.object({
  line: integer,
  outcome: z.enum(['bound', 'refreshed', ...REFUSALS]),
  code: z.nullable(z.string()),
  identity_id: z.nullable(id),
});
export type BindRowResult = z.output<typeof bindRowResult>;

/** Rows by what became of them; `minted_identity` counts the customers made, beside the outcomes of the rows. */
export const bindCounts = z.object({
  total_rows: count,
  bound: count,
  refreshed: count,
  minted_identity: count,
  bad_channel: count,
  no_identity: count,
  failed: count,
});
export type BindCounts = z.output<typeof bindCounts>;

const bindJob = z.object({
  id,
  created_utc: utc,
  token_label: z.string(),
  file_sha256: z.string(),
  counts: bindCounts,
  state: z.enum(BIND_JOB_STATES),
  /** Sent with `rows=1` and not too long ago: its results per row are there, and it can be undone. */
  has_rows: z.boolean(),
});
export type BindJob = z.output<typeof bindJob>;

/** The imports of a site, newest first, or one with its rows. See docs/api.md, "Bind jobs". */
export const listBindJobs = operation({
  name: 'listBindJobs',
  resource: 'bind_jobs',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'bind_jobs',
  query: z.object({
    id: z.optional(idParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.union([
    z.extend(bindJob, { rows: z.array(bindRowResult) }),
    z.object({ items: z.array(bindJob), total_count: count }),
  ]),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

/**
 * Takes an import back, each handle unless it has changed since: what was bound is unbound, what was taken from another
 * customer goes back. Customers it made and display handles stay. See docs/api.md, "Bind jobs".
 */
export const undoBindJob = operation({
  name: 'undoBindJob',
  resource: 'bind_jobs',
  aliases: [],
  method: 'POST',
  scope: 'channels:bulk',
  keyed: false,
  extension: 'bind_jobs',
  query: z.object({}),
  body: z.strictObject({ action: z.literal('undo', { error: 'must be undo' }), id }),
  reply: z.object({ unbound: count, moved_back: count, skipped: count }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict', 'unbind_failed'],
  touches: ['bind_jobs', 'customer', 'customer_identities', 'health', 'health_overview'],
});
