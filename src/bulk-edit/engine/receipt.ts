import * as z from 'zod/mini';
import { choice } from '#contract/scalars.ts';
import { PRIORITIES, STATUSES } from '#contract/ticket-names.ts';

/**
 * How far a ticket of a job is. `unsure`: it was sent and no answer came, so it is looked at before it is sent again.
 */
const ROW_STATES = ['waiting', 'sending', 'unsure', 'saved', 'unchanged', 'failed', 'undone', 'skipped'] as const;

const patch = z.object({
  status: z.exactOptional(choice(STATUSES)),
  priority: z.exactOptional(choice(PRIORITIES)),
  assignee: z.exactOptional(z.nullable(z.object({ id: z.string(), name: z.string() }))),
  addTags: z.exactOptional(z.array(z.string())),
  removeTags: z.exactOptional(z.array(z.string())),
  snoozedUntilUtc: z.exactOptional(z.nullable(z.string())),
});

const before = z.object({
  status: z.exactOptional(choice(STATUSES)),
  priority: z.exactOptional(choice(PRIORITIES)),
  assignee_agent_id: z.exactOptional(z.nullable(z.string())),
  assignee_name: z.exactOptional(z.nullable(z.string())),
  tags: z.exactOptional(z.nullable(z.string())),
  snoozed_until_utc: z.exactOptional(z.nullable(z.string())),
});

const row = z.object({
  id: z.bigint(),
  number: z.nullable(z.number()),
  subject: z.nullable(z.string()),
  /** The version that the change is based on, then the one it left; null where the service has none. */
  version: z.nullable(z.number()),
  state: choice(ROW_STATES),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** The values that the change replaces, where this browser knows them. */
  before: z.nullable(before),
  /** Which undo token puts it back, by its index in `tokens`. */
  token: z.nullable(z.number()),
});
export type JobRow = z.output<typeof row>;

/**
 * What is stored of a bulk change: enough to go on with it and to take it back, and no word of a ticket but its
 * subject.
 */
export const receipt = z.object({
  id: z.string(),
  siteId: z.string(),
  startedAtMs: z.number(),
  patch,
  mode: choice(['apply', 'undo']),
  /** `running` in the browser's store means that the page went away in the middle. */
  phase: choice(['running', 'paused', 'stopped', 'done']),
  /** By blocks with versions and undo tokens, or by one call a ticket. */
  hasBulk: z.boolean(),
  rows: z.array(row),
  tokens: z.array(z.object({ token: z.string(), isUsed: z.boolean(), isTried: z.boolean() })),
});
export type Receipt = z.output<typeof receipt>;
