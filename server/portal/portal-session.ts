import type * as z from 'zod/mini';
import type { openPortal as OpenPortal, PortalSession, PortalTicket } from '#contract/portal-page.ts';
import { readOpening } from '#server/calendar/calendar.ts';
import { findRatings } from '#server/csat/find-ratings.ts';
import type { Database, Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { findRequesterTickets } from '#server/tickets/list/requester-tickets.ts';
import { hashToken } from '#server/tokens/token-format.ts';
import { findPortalScope, getSiteName, updatePortalUse } from './portal-views.sql.ts';
import { makeViewToken } from './view-token.ts';

const VIEW_MS = 30 * 60_000;
const MAX_TICKETS = 200;

export interface PortalContext {
  readonly database: Pick<Database, 'forSite' | 'unbound'>;
  readonly keys: AppKeys;
  readonly now: Date;
}

/** One answer for a link that is unknown, cut, expired, revoked or of a blocked customer. */
export function linkGone(): ApiError {
  return new ApiError('not_found', 'This link does not work or no longer works');
}

/**
 * POST /portal/session: exchanges a link for what its page shows, and counts it. Whatever the token looks like, it
 * costs one hash and one index read. See docs/api.md, "Portal page".
 * @throws ApiError not_found
 */
export async function openPortalSession(
  { database, keys, now }: PortalContext,
  { token }: z.output<typeof OpenPortal.body>,
): Promise<PortalSession> {
  const scope = await findPortalScope(database.unbound, hashToken(token), now);
  if (scope === undefined) throw linkGone();
  const site = { id: scope.site_id };
  return database.forSite(site.id).transaction(async (db) => {
    const link = await updatePortalUse(db, site.id, scope.id, now);
    if (link === undefined) throw linkGone();
    const expires = new Date(Math.min(now.getTime() + VIEW_MS, Date.parse(link.expires_utc)));
    const { tickets, total_count } = await portalTickets(db, site, link.email_key);
    const { time_zone, is_open } = await readOpening(db, site, now);
    return {
      view_token: makeViewToken(keys, { siteId: site.id, tokenId: link.id, expires }, link.nonce),
      view_expires_utc: expires.toISOString(),
      expires_utc: link.expires_utc,
      requester_email: link.requester_email,
      time_zone,
      is_open,
      site_name: (await getSiteName(db, site.id)) ?? '',
      tickets,
      total_count,
    };
  });
}

async function portalTickets(
  db: Db,
  site: { readonly id: bigint },
  emailKey: string,
): Promise<{ readonly tickets: PortalTicket[]; readonly total_count: number }> {
  const { tickets: found, total_count } = await findRequesterTickets(db, site, emailKey, MAX_TICKETS);
  const ratings = await findRatings(
    db,
    site,
    found.map((ticket) => ticket.id),
  );
  const tickets = found.map((ticket) => {
    const rating = ratings.get(ticket.id);
    const comments = ticket.comments.map((comment) => ({
      ...comment,
      author_name: comment.author_kind === 'agent' ? firstName(comment.author_name) : comment.author_name,
    }));
    return { ...ticket, rating: rating?.score ?? null, rating_comment: rating?.comment ?? null, comments };
  });
  return { tickets, total_count };
}

/** Customers know people of the desk by their first name. */
function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/, 1)[0] ?? null;
}
