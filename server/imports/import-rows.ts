import * as z from 'zod/mini';
import { createTicket } from '#contract/ticket-writes.ts';
import { COMMENT_AUTHORS, VISIBILITIES } from '#contract/tickets.ts';
import { choice, email, instantParam, personName, phone, text } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';

/** The rows of `admin import`, one per line. See docs/operating.md, "Moving in". */

const externalId = text(200, 1);
/** Tickets rarely have more; a longer list is likely a mistake. */
const MAX_COMMENTS = 2_000;
const COMMENTS = `must be a list of at most ${MAX_COMMENTS} comments`;

export const ticketRow = z.extend(createTicket.body, {
  external_id: externalId,
  status: z.optional(choice(STATUSES)),
  /** The name of an agent. */
  assignee: z.optional(z.nullable(text(200, 1))),
  tags: z.optional(z.nullable(text(20 * 61))),
  created_utc: z.optional(instantParam),
  first_response_utc: z.optional(z.nullable(instantParam)),
  resolved_utc: z.optional(z.nullable(instantParam)),
  comments: z.optional(
    z
      .array(
        z.strictObject({
          author_kind: choice(COMMENT_AUTHORS),
          author_name: z.optional(z.nullable(personName)),
          body: text(20_000, 1),
          visibility: z.optional(choice(VISIBILITIES)),
          created_utc: z.optional(instantParam),
        }),
        { error: COMMENTS },
      )
      .check(z.maxLength(MAX_COMMENTS, { error: COMMENTS })),
  ),
});

const MAX_CHANNELS = 50;
const CHANNEL_LIST = `must be a list of at most ${MAX_CHANNELS} channels`;

export const customerRow = z.strictObject({
  external_id: externalId,
  email: z.optional(z.nullable(email)),
  phone: z.optional(z.nullable(phone)),
  display_name: z.optional(z.nullable(personName)),
  first_seen_utc: z.optional(z.nullable(instantParam)),
  channels: z.optional(
    z
      .array(
        z.strictObject({
          channel: text(40, 1),
          external_user_id: text(200, 1),
          display_handle: z.optional(z.nullable(text(200))),
        }),
        { error: CHANNEL_LIST },
      )
      .check(z.maxLength(MAX_CHANNELS, { error: CHANNEL_LIST })),
  ),
});

export const articleRow = z.strictObject({ external_id: externalId, title: text(300, 1), body: text(500_000) });

export const macroRow = z.strictObject({ external_id: externalId, name: text(200, 1), body: text(20_000) });
