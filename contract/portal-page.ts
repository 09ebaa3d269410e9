import * as z from 'zod/mini';
import { ours } from './operation.ts';
import { count, id, integer, text, utc, within } from './scalars.ts';

/**
 * Requests and answers of the customer's page, outside of /v1 and without a bearer token. See docs/api.md, "Portal page";
 * the fields marked `ours` are additions.
 */
const score = within(0, 5);

const portalComment = z.object({
  /** Older ones are asked for with it. */
  id: ours(id),
  author_kind: z.string(),
  author_name: z.nullable(z.string()),
  body: z.string(),
  created_utc: utc,
});

const portalTicket = z.object({
  id,
  ticket_number: integer,
  subject: z.string(),
  status: z.string(),
  created_utc: utc,
  resolved_utc: z.nullable(utc),
  rating: z.nullable(integer),
  /** Sent back with a new score, so that changing one does not lose the other. */
  rating_comment: ours(z.nullable(z.string())),
  /** The newest 20, oldest first. */
  comments: z.array(portalComment),
  /** More than there are `comments` where very much was said. */
  comment_count: ours(count),
});
export type PortalTicket = z.output<typeof portalTicket>;

export const openPortal = {
  body: z.strictObject({ token: text(200, 1) }),
  reply: z.object({
    view_token: z.string(),
    view_expires_utc: utc,
    expires_utc: utc,
    requester_email: z.string(),
    time_zone: z.string(),
    is_open: z.boolean(),
    site_name: ours(z.string()),
    tickets: z.array(portalTicket),
    /** More than there are `tickets` where there are very many. */
    total_count: ours(count),
  }),
};
export type PortalSession = z.output<typeof openPortal.reply>;

/** The comments of a ticket behind one that the page has: the newest 100 of them, oldest first. */
export const readPortalComments = {
  body: z.strictObject({ view_token: text(400, 1), ticket_id: id, before_id: id }),
  reply: z.object({ comments: z.array(portalComment), has_more: z.boolean() }),
};
export type PortalComments = z.output<typeof readPortalComments.reply>;

export const ratePortalTicket = {
  body: z.strictObject({
    view_token: text(400, 1),
    ticket_id: id,
    score,
    comment: z.optional(z.nullable(text(20_000))),
  }),
  reply: z.object({ ticket_id: id, score: integer, comment: z.nullable(z.string()), created_utc: utc }),
};
export type PortalRating = z.output<typeof ratePortalTicket.reply>;
