import type * as z from 'zod/mini';
import type { PortalRating, ratePortalTicket as RatePortalTicket } from '#contract/portal-page.ts';
import { outsideActor } from '#server/audit/outside-actor.ts';
import { recordCsat } from '#server/csat/record-csat.ts';
import { FEW_IDS } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Actor } from '#server/operation/call.ts';
import { lockRequesterTicket } from '#server/tickets/list/requester-tickets.ts';
import { openView, linkGone, refusalOf, type PortalContext } from './portal-session.ts';
import { countHourlyUse, lockLiveToken } from './portal-views.sql.ts';

const RATINGS_PER_HOUR = 60;

/** The request data of a customer for the audit log; customers have no token label. */
export type PortalVisitor = Pick<Actor, 'requestId' | 'network' | 'userAgent'>;

/**
 * POST /portal/rating: rates one of the customer's tickets; a second rating replaces the first. See docs/api.md, "Portal
 * page".
 * @throws ApiError not_found for an expired view and a ticket of another customer, conflict for an unsolved ticket,
 * rate_limited for a link over its hourly limit
 */
export async function ratePortalTicket(
  context: PortalContext,
  { view_token, ticket_id, score, comment }: z.output<typeof RatePortalTicket.body>,
  visitor: PortalVisitor,
): Promise<PortalRating> {
  const { db: outer, site, tokenId } = await openView(context, view_token);
  const { now } = context;
  // Refused ratings count too, so the count is outside of the transaction that a refusal rolls back.
  const counted = await countHourlyUse(outer, site.id, tokenId, 'hour_ratings', { now, limit: RATINGS_PER_HOUR });
  if (counted === undefined) throw await refusalOf(outer, site, tokenId, now);
  return outer.transaction(async (db) => {
    const link = await lockLiveToken(db, site.id, tokenId, now);
    if (link === undefined) throw linkGone();
    const ticket = await lockRequesterTicket(db, site, ticket_id, link.email_key);
    if (ticket === undefined) throw new ApiError('not_found', 'There is no such request');
    if (ticket.status !== 'resolved' && ticket.status !== 'closed') {
      throw new ApiError('conflict', 'Only a solved or closed request can be rated');
    }
    const text = comment === undefined || comment === null || comment.trim() === '' ? null : comment;
    const actor: Actor = { ...outsideActor('system', 'Customer page'), ...visitor };
    const row = await recordCsat(db, site, { ticketId: ticket_id, score, comment: text }, { actor, now });
    if (row === undefined) throw new ApiError('not_found', 'There is no such request');
    return { ticket_id, score: row.score, comment: row.comment, created_utc: row.created_utc };
  }, FEW_IDS);
}
