import * as z from 'zod/mini';
import { batchId } from './bind-jobs.ts';
import { operation } from './operation.ts';
import { agentId, choice, count, flag, id, instantParam, integer, intParam, text, utc } from './scalars.ts';
import { PRIORITIES, STATUSES } from './ticket-names.ts';

/** Tickets that one call may name, and that one filter may match. */
export const MAX_BULK_IDS = 1_000;
export const MAX_BULK_MATCHES = 10_000;

const tagList = z
  .array(text(60, 1), { error: 'must be a list of at most 20 tags' })
  .check(z.maxLength(20, { error: 'must be a list of at most 20 tags' }));
const listLength = { error: `must be a list of 1 to ${MAX_BULK_IDS}` };

function bulkList<Schema extends z.ZodMiniType>(item: Schema) {
  return z.array(item, listLength).check(z.minLength(1, listLength), z.maxLength(MAX_BULK_IDS, listLength));
}

/** `changed` and `unchanged` went well; the others say in `code` and `message` why the ticket is as it was. */
export const BULK_OUTCOMES = ['changed', 'unchanged', 'conflict', 'not_found', 'failed'] as const;
export const UNDO_OUTCOMES = [...BULK_OUTCOMES, 'skipped'] as const;

function outcome<const Outcomes extends readonly [string, ...string[]]>(outcomes: Outcomes) {
  return z.object({
    total: count,
    changed: count,
    unchanged: count,
    failed: count,
    dry_run: z.boolean(),
    results: z.array(
      z.object({
        id,
        ticket_number: z.nullable(integer),
        /** After the change; with a conflict the present one. */
        version: z.nullable(integer),
        outcome: z.enum(outcomes),
        code: z.nullable(z.string()),
        message: z.nullable(z.string()),
      }),
    ),
    undo_token: z.nullable(z.string()),
    undo_expires_utc: z.nullable(utc),
  });
}

const patchFields = {
  status: z.optional(choice(STATUSES)),
  priority: z.optional(choice(PRIORITIES)),
  assignee_agent_id: z.optional(
    z.nullable(z.union([z.literal(''), agentId], { error: 'must be an agent id, or null to unassign' })),
  ),
  add_tags: z.optional(tagList),
  remove_tags: z.optional(tagList),
  snoozed_until_utc: z.optional(z.nullable(instantParam)),
};
const patch = z.strictObject(patchFields);
export type BulkPatch = z.output<typeof patch>;

/**
 * Changes many tickets, each for itself: a row is whole or untouched. Exactly one of `ids`, `items` and `filter` says
 * which. See docs/api.md, "Bulk changes".
 */
export const bulkUpdateTickets = operation({
  name: 'bulkUpdateTickets',
  resource: 'tickets_bulk',
  aliases: [],
  method: 'POST',
  scope: 'tickets:write',
  keyed: false,
  extension: 'tickets_bulk',
  query: z.object({}),
  body: z.strictObject({
    ids: z.optional(bulkList(id)),
    items: z.optional(bulkList(z.strictObject({ id, version: integer }))),
    /** Parameters of GET tickets, as text. */
    filter: z.optional(z.record(z.string(), text(8_000))),
    patch,
    dry_run: z.optional(flag),
    /** The sender's name for the calls of one change: GET tickets_undo answers it. */
    batch_id: z.optional(batchId),
  }),
  reply: outcome(BULK_OUTCOMES),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: ['tickets', 'ticket', 'tickets_undo', 'customer', 'health', 'health_overview', 'agents', 'tags'],
});

/** The caller's own bulk changes of the last 24 hours, newest first. See docs/api.md, "Undo". */
export const listBulkChanges = operation({
  name: 'listBulkChanges',
  resource: 'tickets_undo',
  aliases: [],
  method: 'GET',
  scope: 'tickets:write',
  keyed: false,
  extension: 'tickets_bulk',
  query: z.object({ limit: z._default(intParam(1, 200), 50) }),
  body: null,
  reply: z.object({
    items: z.array(
      z.object({
        undo_token: z.string(),
        at_utc: utc,
        /** How many it changed. */
        tickets: count,
        /** The patch as it was sent. */
        what: z.object(patchFields),
        batch_id: z.nullable(z.string()),
        expires_utc: utc,
        /** When the last of its tickets was handled by POST tickets_undo. */
        undone_utc: z.nullable(utc),
      }),
    ),
    total_count: count,
  }),
  shape: 'envelope',
  csv: null,
  errors: [],
  touches: [],
});

/**
 * Undoes one change or one bulk change, once, within 24 hours. See docs/api.md, "Undo".
 */
export const undoTickets = operation({
  name: 'undoTickets',
  resource: 'tickets_undo',
  aliases: [],
  method: 'POST',
  scope: 'tickets:write',
  keyed: false,
  extension: 'tickets_bulk',
  query: z.object({}),
  body: z.strictObject({ undo_token: text(100, 1) }),
  reply: outcome(UNDO_OUTCOMES),
  shape: 'envelope',
  csv: null,
  errors: ['not_found', 'conflict'],
  touches: ['tickets', 'ticket', 'tickets_undo', 'customer', 'health', 'health_overview', 'agents', 'tags'],
});
