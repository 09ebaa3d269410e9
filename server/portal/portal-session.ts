import type * as z from 'zod/mini';
import type { openPortal as OpenPortal, PortalSession, PortalTicket } from '#contract/portal-page.ts';
import { readOpening } from '#server/calendar/calendar.ts';
import { findRatings } from '#server/csat/find-ratings.ts';
import type { Database, Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { StreamedList, StreamedReply, type Streamed } from '#server/operation/streamed-reply.ts';
import {
  findRequesterTickets,
  withPublicComments,
  type RequesterComment,
  type RequesterTicket,
} from '#server/tickets/list/requester-tickets.ts';
import { hashToken, isTokenShape } from '#server/tokens/token-format.ts';
import { findPortalScope, getPortalHour, getSiteName, updatePortalUse } from './portal-views.sql.ts';
import { makeViewToken } from './view-token.ts';

const VIEW_MS = 30 * 60_000;
const MAX_TICKETS = 200;
/** Of each ticket; the page asks for older ones. */
const NEWEST_COMMENTS = 20;
const HOUR_MS = 3_600_000;
const OPENINGS_PER_HOUR = 60;
/** Ratings have long texts as well. */
const TICKETS_AT_ONCE = 20;

export interface PortalContext {
  readonly database: Pick<Database, 'forSite' | 'unbound'>;
  readonly keys: AppKeys;
  readonly now: Date;
  /** Runs the look-up of a link or of a view when it is its turn: what was sent may be invented. */
  readonly lookUp: <Found>(secret: string, read: () => Promise<Found | undefined>) => Promise<Found | undefined>;
}

/** One answer for a link that is unknown, cut, expired, revoked or of a blocked customer. */
export function linkGone(): ApiError {
  return new ApiError('not_found', 'This link does not work or no longer works');
}

/** What a link answers, with the site that it is of. */
export class PortalAnswer<Reply> {
  readonly siteId: bigint;
  readonly reply: StreamedReply<Reply>;

  constructor(siteId: bigint, reply: StreamedReply<Reply>) {
    this.siteId = siteId;
    this.reply = reply;
  }
}

/**
 * POST /portal/session: exchanges a link for what its page shows, and counts it. A token with a wrong checksum
 * costs no look-up; whether it has one, anybody can work out. See docs/api.md, "Portal page".
 * @throws ApiError not_found, rate_limited for a link that was exchanged often enough in this hour
 */
export async function openPortalSession(
  { database, keys, now, lookUp }: PortalContext,
  { token }: z.output<typeof OpenPortal.body>,
): Promise<PortalAnswer<PortalSession>> {
  const scope = isTokenShape(token)
    ? await lookUp(token, () => findPortalScope(database.unbound, hashToken(token), now))
    : undefined;
  if (scope === undefined) throw linkGone();
  const site = { id: scope.site_id };
  const outer = database.forSite(site.id);
  return outer.transaction(async (db) => {
    const link = await updatePortalUse(db, site.id, scope.id, { now, limit: OPENINGS_PER_HOUR });
    if (link === undefined) throw await whyRefused(db, site, scope.id, now);
    const expires = new Date(Math.min(now.getTime() + VIEW_MS, Date.parse(link.expires_utc)));
    const { tickets, total_count } = await findRequesterTickets(db, site, link.email_key, MAX_TICKETS);
    const { time_zone, is_open } = await readOpening(db, site, now);
    const reply = new StreamedReply<PortalSession>({
      view_token: makeViewToken(keys, { siteId: site.id, tokenId: link.id, expires }, link.nonce),
      view_expires_utc: expires.toISOString(),
      expires_utc: link.expires_utc,
      requester_email: link.requester_email,
      time_zone,
      is_open,
      site_name: (await getSiteName(db, site.id)) ?? '',
      // Read when the transaction has ended: a slow reader holds no session of the database.
      tickets: new StreamedList(portalTickets(outer, site, tickets)),
      total_count,
    });
    return new PortalAnswer(site.id, reply);
  });
}

/** Why a use of a link was not counted: the link is not live, or it was used often enough in its hour. */
export async function whyRefused(db: Db, site: SiteRef, tokenId: bigint, now: Date): Promise<ApiError> {
  const hourStart = await getPortalHour(db, site.id, tokenId, now);
  if (hourStart === undefined || hourStart === null) return linkGone();
  const leftMs = Date.parse(hourStart) + HOUR_MS - now.getTime();
  const retryAfterSeconds = Math.min(HOUR_MS / 1_000, Math.max(1, Math.ceil(leftMs / 1_000)));
  return new ApiError('rate_limited', 'This link was used too often: try again later', { retryAfterSeconds });
}

async function* portalTickets(
  db: Db,
  site: SiteRef,
  all: readonly RequesterTicket[],
): AsyncGenerator<Streamed<PortalTicket>[]> {
  for (let at = 0; at < all.length; at += TICKETS_AT_ONCE) {
    const group = all.slice(at, at + TICKETS_AT_ONCE);
    const tickets = await withPublicComments(db, site, group, { newest: NEWEST_COMMENTS, change: forCustomer });
    const ratings = await findRatings(
      db,
      site,
      group.map(({ id }) => id),
    );
    yield tickets.map(({ comments, comment_count, ...ticket }) => {
      const rating = ratings.get(ticket.id);
      const rated = { rating: rating?.score ?? null, rating_comment: rating?.comment ?? null };
      return { ...ticket, ...rated, comments, comment_count };
    });
  }
}

/** Customers know people of the desk by their first name. */
export function forCustomer(comment: RequesterComment): RequesterComment {
  return comment.author_kind === 'agent' ? { ...comment, author_name: firstName(comment.author_name) } : comment;
}

function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/, 1)[0] ?? null;
}
