import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { choices, count, id, idParam, integer, intParam, skipParam, utc } from './scalars.ts';
import { TIMELINE_KINDS } from './timeline-kinds.ts';

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** One event. Fields that its kind lacks are null. */
const timelineItem = z.object({
  /** Kind and id, such as `ticket 4711`: unique in one timeline. */
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at_utc: utc,
  /** The action, where a kind has several: see docs/api.md, "Timeline". */
  action: z.nullable(z.string()),
  /** Subject, first words, name of the event, reason, address of the handle. At most 200 characters. */
  title: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  channel: z.nullable(z.string()),
  /** Current state of the ticket, handoff, session or link. */
  state: z.nullable(z.string()),
  /** 0 to 5. */
  score: z.nullable(integer),
  ticket_id: z.nullable(id),
  ticket_number: z.nullable(integer),
  session_id: z.nullable(z.string()),
  /** The other customer, who has the moved handle. `title` is their current name; null if they no longer exist. */
  identity_id: z.nullable(id),
});
export type TimelineItem = z.output<typeof timelineItem>;

/**
 * Everything of one customer in one order, newest first: tickets, comments, ratings, AI sessions, handoffs, events,
 * handles, portal links, notes and changes of the record. `counts` has each kind, whatever is asked for.
 * See docs/api.md, "Customers".
 */
export const listCustomerTimeline = operation({
  name: 'listCustomerTimeline',
  resource: 'customer_timeline',
  aliases: [],
  method: 'GET',
  scope: 'any',
  keyed: false,
  extension: 'identity_tools',
  query: z.object({
    identity_id: idParam,
    kinds: z.optional(choices(TIMELINE_KINDS)),
    limit: z._default(intParam(1, 200), 50),
    skip: z._default(skipParam, 0),
  }),
  body: null,
  reply: z.object({
    items: z.array(timelineItem),
    total_count: count,
    counts: z.object({
      ticket: count,
      comment: count,
      csat: count,
      session: count,
      handoff: count,
      event: count,
      channel: count,
      link: count,
      note: count,
      change: count,
    }),
  }),
  shape: 'envelope',
  csv: null,
  errors: ['not_found'],
  touches: [],
});
