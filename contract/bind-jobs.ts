import * as z from 'zod/mini';
import { REFUSALS } from './bind-row.ts';
import { operation } from './operation.ts';
import { choice, count, flag, id, idParam, integer, intParam, skipParam, utc } from './scalars.ts';

export const BIND_JOB_STATES = ['done', 'undone'] as const;

export const BIND_OUTCOMES = ['bound', 'refreshed', ...REFUSALS] as const;

const BATCH = { error: 'must be a UUID, such as 0d9a6f0e-5c39-4f0c-8a3e-1d2f6b7a9c11' };

/** Chosen by the sender; the same for all parts of one file. */
export const batchId = z.pipe(
  z.string(BATCH).check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, BATCH)),
  z.transform((s) => s.toLowerCase()),
);

/** Rows of a page at most: as many as the dashboard sends in a part. */
const MAX_ROWS_OF_PAGE = 10_000;

/** Outcome of a line of the file; the header is line 1. `identity_id` is null where no customer was bound. */
export const bindRowResult = z.object({
  line: integer,
  outcome: z.enum(BIND_OUTCOMES),
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

/** An import: a file that was sent in one call, or all parts that were sent of it so far. */
const bindJob = z.object({
  /** Id of its first part. */
  id,
  created_utc: utc,
  token_label: z.string(),
  /** Hash of the whole file. */
  file_sha256: z.string(),
  /** Over all parts. */
  counts: bindCounts,
  state: z.enum(BIND_JOB_STATES),
  /** The results of all of its rows are stored, not too long ago: it can be undone. */
  has_rows: z.boolean(),
  batch_id: z.nullable(z.string()),
  parts: count,
});
export type BindJob = z.output<typeof bindJob>;

const READ = {
  resource: 'bind_jobs',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'bind_jobs',
  body: null,
  shape: 'envelope',
  csv: null,
  touches: [],
} as const;

/** The imports of a site, newest first. See docs/api.md, "Bind jobs". */
export const listBindJobs = operation({
  ...READ,
  name: 'listBindJobs',
  query: z.object({
    /** Id of any part. */
    id: z.optional(idParam),
    batch_id: z.optional(batchId),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  reply: z.object({ items: z.array(bindJob), total_count: count }),
  errors: ['not_found'],
});

/** Outcomes of the rows of an import, in file order. Takes `id` or `batch_id`. */
export const listBindRows = operation({
  ...READ,
  name: 'listBindRows',
  when: { in: 'query', name: 'rows', value: '1' },
  query: z.object({
    id: z.optional(idParam),
    batch_id: z.optional(batchId),
    outcome: z.optional(choice(BIND_OUTCOMES)),
    limit: z._default(intParam(1, MAX_ROWS_OF_PAGE), 200),
    skip: z._default(skipParam, 0),
  }),
  reply: z.object({ items: z.array(bindRowResult), total_count: count }),
  errors: ['missing_field', 'not_found'],
});

/** Result of undoing an import; `removed_identities` counts removed customers that the import had created. */
const undoneImport = z.object({ unbound: count, moved_back: count, skipped: count, removed_identities: count });
export type UndoneImport = z.output<typeof undoneImport>;

/**
 * Takes an import back, each handle unless it has changed since: what was bound is unbound, what was taken from another
 * customer goes back. Customers it made are removed unless something came to them since; display handles stay. `dry_run`
 * answers the same counts and changes nothing.
 * See docs/api.md, "Bind jobs".
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
  /** Takes `id`, which may be that of any part, or `batch_id`. */
  body: z.strictObject({
    action: z.literal('undo', { error: 'must be undo' }),
    id: z.optional(id),
    batch_id: z.optional(batchId),
    dry_run: z.optional(flag),
  }),
  reply: undoneImport,
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict', 'unbind_failed'],
  touches: [
    'bind_jobs',
    'customer',
    'customer_identities',
    'customer_timeline',
    'customer_duplicates',
    'health',
    'health_overview',
  ],
});
