import type * as z from 'zod/mini';
import type { openPortal as OpenPortal, PortalSession, PortalTicket } from '#contract/portal-page.ts';
import { readOpening } from '#server/calendar/calendar.ts';
import { findRatings } from '#server/csat/find-ratings.ts';
import { FEW_IDS, type Database, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { StreamedList, StreamedReply, type Streamed } from '#server/operation/streamed-reply.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import {
  findRequesterTickets,
  withPublicComments,
  type RequesterComment,
  type RequesterTicket,
} from '#server/tickets/list/requester-tickets.ts';
import { hashToken, isTokenShape, siteOfToken } from '#server/tokens/token-format.ts';
import { getPortalSeed } from './portal-tokens.sql.ts';
import { findPortalTokenId, getPortalHour, getSiteName, updatePortalUse } from './portal-views.sql.ts';
import { makeViewToken, readViewToken } from './view-token.ts';

const VIEW_MS = 30 * 60_000;
const MAX_TICKETS = 200;
/** Newest comments per ticket; the page loads older ones on demand. */
const NEWEST_COMMENTS = 20;
const HOUR_MS = 3_600_000;
const OPENINGS_PER_HOUR = 60;
/** Small batches, because comments and ratings have long texts. */
const TICKETS_PER_BATCH = 20;

export interface PortalContext {
  readonly database: Pick<Database, 'forSite' | 'gate'>;
  readonly keys: AppKeys;
  readonly now: Date;
  /** Throttles look-ups of links and views, which may be guesses. */
  readonly lookUp: <Found>(secret: string, read: () => Promise<Found | undefined>) => Promise<Found | undefined>;
}

/** The one error for a link that is unknown, truncated, expired, revoked or of a blocked customer. */
export function linkGone(): ApiError {
  return new ApiError('not_found', 'This link does not work or no longer works');
}

/** A reply to a link, with the site of the link. */
export class PortalAnswer<Reply> {
  readonly siteId: bigint;
  readonly reply: StreamedReply<Reply>;

  constructor(siteId: bigint, reply: StreamedReply<Reply>) {
    this.siteId = siteId;
    this.reply = reply;
  }
}

/**
 * POST /portal/session: exchanges a link for the data of its page, and counts the use. A token with a wrong checksum is
 * refused without a look-up, which reveals nothing: the checksum is not secret. See docs/api.md, "Portal page".
 * @throws ApiError not_found, rate_limited for a link over its hourly limit
 */
export async function openPortalSession(
  { database, keys, now, lookUp }: PortalContext,
  { token }: z.output<typeof OpenPortal.body>,
): Promise<PortalAnswer<PortalSession>> {
  if (!isTokenShape(token)) throw linkGone();
  const site = { id: siteOfToken(token) };
  const outer = database.forSite(site.id);
  const id = await lookUp(token, () =>
    findPortalTokenId(database.gate.forSite(site.id), site.id, hashToken(token), now),
  );
  if (id === undefined) throw linkGone();
  return outer.transaction(async (db) => {
    const link = await updatePortalUse(db, site.id, id, { now, limit: OPENINGS_PER_HOUR });
    if (link === undefined) throw await refusalOf(db, site, id, now);
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
      // Read after the transaction, so that a slow client does not hold a database session.
      tickets: new StreamedList(portalTickets(outer, site, tickets)),
      total_count,
    });
    return new PortalAnswer(site.id, reply);
  }, FEW_IDS);
}

/** The error for a use of a link that was not counted: the link is not live, or is over its hourly limit. */
export async function refusalOf(db: Db, site: SiteRef, tokenId: bigint, now: Date): Promise<ApiError> {
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
  for (let at = 0; at < all.length; at += TICKETS_PER_BATCH) {
    const group = all.slice(at, at + TICKETS_PER_BATCH);
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

/** Shows agents to customers by first name only. */
export function forCustomer(comment: RequesterComment): RequesterComment {
  return comment.author_kind === 'agent' ? { ...comment, author_name: firstName(comment.author_name) } : comment;
}

function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/, 1)[0] ?? null;
}

export interface OpenView {
  /** Bound to the site. */
  readonly db: Db;
  readonly site: SiteRef;
  /** Id of the link that the view was opened with. */
  readonly tokenId: bigint;
}

/**
 * Verifies the signature and expiry of a view token. Does not check that the link is still live: the caller's statement
 * does, so that a link's row is only locked for holders of a valid view.
 * @throws ApiError not_found
 */
export async function openView({ database, keys, now, lookUp }: PortalContext, viewToken: string): Promise<OpenView> {
  const view = readViewToken(keys, viewToken, now);
  if (view === undefined) throw linkGone();
  const site = { id: view.siteId };
  const db = database.forSite(site.id);
  const signed = await lookUp(viewToken, async () => {
    const seed = await getPortalSeed(db, site.id, view.tokenId);
    return view.isSignedWith(seed?.nonce ?? '') ? seed : undefined;
  });
  if (signed === undefined) throw linkGone();
  return { db, site, tokenId: view.tokenId };
}
