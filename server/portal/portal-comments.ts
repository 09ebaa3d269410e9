import type * as z from 'zod/mini';
import type { PortalComments, readPortalComments as ReadPortalComments } from '#contract/portal-page.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { StreamedReply } from '#server/operation/streamed-reply.ts';
import { findOlderComments } from '#server/tickets/list/requester-tickets.ts';
import { openView, forCustomer, PortalAnswer, refusalOf, type PortalContext } from './portal-session.ts';
import { countHourlyUse } from './portal-views.sql.ts';

const PAGE_COMMENTS = 100;
const PAGES_PER_HOUR = 600;

/**
 * POST /portal/comments: the public comments of a ticket before `before_id`. See docs/api.md, "Portal page".
 * @throws ApiError not_found for an expired view, a ticket of another address and an unknown comment; rate_limited for a
 * link over its hourly limit
 */
export async function readPortalComments(
  context: PortalContext,
  { view_token, ticket_id, before_id }: z.output<typeof ReadPortalComments.body>,
): Promise<PortalAnswer<PortalComments>> {
  const { db, site, tokenId } = await openView(context, view_token);
  const { now } = context;
  const link = await countHourlyUse(db, site.id, tokenId, 'hour_pages', { now, limit: PAGES_PER_HOUR });
  if (link === undefined) throw await refusalOf(db, site, tokenId, now);
  const place = { emailKey: link.email_key, ticketId: ticket_id, commentId: before_id };
  const page = await findOlderComments(db, site, place, { newest: PAGE_COMMENTS, change: forCustomer });
  if (page === undefined) throw new ApiError('not_found', 'There is no such message');
  return new PortalAnswer(site.id, new StreamedReply<PortalComments>(page));
}
