import * as z from 'zod/mini';
import { channelHandle, customerIdentity } from './customers.ts';
import { operation, type Reply } from './operation.ts';
import { count, flag, flagParam, id, idParam, integer, intParam, skipParam, utc } from './scalars.ts';
import { STATUSES } from './ticket-names.ts';

export const EVIDENCE_KINDS = ['phone', 'email', 'handle', 'name', 'visitor'] as const;
/** Fields that a merge may preserve in a note, in this order. */
export const NOTED_FIELDS = ['display_name', 'email', 'phone'] as const;
/** `strong`: one phone, email or handle. `likely`: one name and one device. */
export const STRENGTHS = ['strong', 'likely'] as const;

const pair = z.tuple([id, id], { error: 'must be a list of two ids' });

const duplicate = z.object({
  /** The one with more tickets first, then the older one. */
  identities: pair,
  customers: z.tuple([customerIdentity, customerIdentity]),
  /** `value` is what both have, as it is compared: `+4915155501884`, or both ways of writing it with ` = ` between. */
  evidence: z.array(z.object({ kind: z.enum(EVIDENCE_KINDS), value: z.string() })),
  strength: z.enum(STRENGTHS),
  dismissed: z.boolean(),
});
export type CustomerDuplicate = z.output<typeof duplicate>;

/** Pairs that may be one person, strongest first. Nothing is merged by itself. See docs/api.md, "Duplicates". */
export const listCustomerDuplicates = operation({
  name: 'listCustomerDuplicates',
  resource: 'customer_duplicates',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({
    identity_id: z.optional(idParam),
    /** Those that were said to be two people, instead of the others. */
    dismissed: z.optional(flagParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({
    items: z.array(duplicate),
    total_count: count,
    /** When all customers were last compared, null before the first time; the time of the call for `identity_id` and `dismissed`. */
    as_of_utc: z.nullable(utc),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

/** Says that two customers are not the same person, or takes that back. */
export const dismissCustomerDuplicate = operation({
  name: 'dismissCustomerDuplicate',
  resource: 'customer_duplicates',
  aliases: [],
  method: 'POST',
  scope: 'customers:write',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({}),
  body: z.strictObject({ identities: pair, dismissed: flag }),
  reply: z.object({ identities: pair, dismissed: z.boolean() }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: ['customer_duplicates'],
});

const moved = z.object({
  tickets: count,
  handles: count,
  /** Portal links of the address; each still shows its own address's tickets only. */
  links: count,
  sessions: count,
  visitors: count,
  notes: count,
});
export type Moved = z.output<typeof moved>;

const merge = z.object({
  id,
  survivor_id: id,
  merged_id: id,
  /** As they were called when they were merged: name, else email, else phone. */
  survivor_name: z.nullable(z.string()),
  merged_name: z.nullable(z.string()),
  moved,
  actor: z.string(),
  created_utc: utc,
  undone_utc: z.nullable(utc),
  /** Until when it can be undone: 30 days. */
  undo_until_utc: utc,
});
export type CustomerMerge = z.output<typeof merge>;

/** Receipts of merges, newest first. See docs/api.md, "Merging customers". */
export const listCustomerMerges = operation({
  name: 'listCustomerMerges',
  resource: 'customer_merges',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({
    id: z.optional(idParam),
    /** Those that this customer is or was a part of. */
    identity_id: z.optional(idParam),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({ items: z.array(merge), total_count: count }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});

const WRITE = {
  resource: 'customer_merges',
  aliases: [],
  method: 'POST',
  scope: 'customers:write',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({}),
  shape: 'envelope',
  csv: null,
  /** `conflict`: one of them was merged meanwhile, or the survivor was merged again. */
  errors: ['not_found', 'conflict'],
  touches: [
    'customer_merges',
    'customer_duplicates',
    'customer',
    'customer_identities',
    'customer_notes',
    'customer_timeline',
    'tickets',
    'ticket',
    'ai_sessions',
    'visitors',
    'portal_tokens',
    'health',
    'health_overview',
  ],
} as const;

/** Makes two customers one, with the survivor's values where it has any. `dry_run` answers the same with what will move, and changes nothing. */
export const mergeCustomers = operation({
  ...WRITE,
  name: 'mergeCustomers',
  body: z.strictObject({
    action: z.optional(z.literal('merge', { error: 'must be one of merge, undo' })),
    survivor_id: id,
    merged_id: id,
    dry_run: z.optional(flag),
  }),
  reply: z.extend(merge, {
    /** Null in a dry run. */
    id: z.nullable(id),
    dry_run: z.boolean(),
    /** The customer after it. */
    identity: customerIdentity,
    /** Only in a dry run: what moves, the newest 20 of each. */
    preview: z.optional(
      z.object({
        tickets: z.array(z.object({ id, ticket_number: integer, subject: z.string(), status: z.enum(STATUSES) })),
        handles: z.array(channelHandle),
        /** Email or phone that does not stay and becomes a handle. */
        new_handles: z.array(z.object({ channel: z.string(), external_user_id: z.string() })),
        /** Name, email or phone that does not stay and becomes no handle: a note at the survivor keeps it. */
        noted: z.array(z.object({ field: z.enum(NOTED_FIELDS), value: z.string() })),
        links: z.array(z.object({ id, expires_utc: utc })),
        csat: z.object({ count, average: z.nullable(z.number()) }),
        event_count: count,
      }),
    ),
  }),
});

/** Takes a merge back, for 30 days. */
export const undoCustomerMerge = operation({
  ...WRITE,
  name: 'undoCustomerMerge',
  when: { in: 'body', name: 'action', value: 'undo' },
  body: z.strictObject({ id }),
  reply: z.extend(merge, {
    dry_run: z.literal(false),
    /** The survivor after it. */
    identity: customerIdentity,
    /** Rows restored, and later rows that stay with the survivor. */
    restored: moved,
    kept: z.array(z.object({ kind: z.string(), id: z.string(), label: z.string() })),
  }),
});
export type KeptRow = Reply<typeof undoCustomerMerge>['kept'][number];
