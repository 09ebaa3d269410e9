import type { Ticket } from '#contract/tickets.ts';
import { businessHoursOf, readCalendar } from '#server/calendar/calendar.ts';
import { OpenTime } from '#server/calendar/open-time.ts';
import { ReplyClock } from '#server/calendar/reply-clock.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { TicketSelection } from './ticket-selection.ts';
import { readSiteValues } from '#server/site-settings/site-settings.ts';

/** A Ticket with the time since which the customer waits, from which `reply_due_utc` is calculated. */
export type StoredTicket = Omit<Ticket, 'reply_due_utc'> & {
  /** Null if no reply is awaited; absent without extensions. */
  readonly unanswered_utc?: string | null;
};

/** Adds `reply_due_utc` to each ticket. Reads the calendar only if a reply is awaited. */
export async function withReplyDue<Row extends StoredTicket>(
  db: Db,
  site: SiteRef,
  tickets: readonly Row[],
  { now }: { readonly now: Date },
): Promise<(Omit<Row, 'unanswered_utc'> & Pick<Ticket, 'reply_due_utc'>)[]> {
  const isAwaited = tickets.some(({ unanswered_utc: since }) => since !== undefined && since !== null);
  const clock = isAwaited ? await readReplyClock(db, site) : null;
  return tickets.map(({ unanswered_utc: since, ...ticket }) =>
    since === undefined ? ticket : { ...ticket, reply_due_utc: dueOf(clock, since, now) },
  );
}

export async function withOneReplyDue<Row extends StoredTicket>(
  db: Db,
  site: SiteRef,
  ticket: Row,
  now: Date,
): Promise<Omit<Row, 'unanswered_utc'> & Pick<Ticket, 'reply_due_utc'>> {
  const [answer] = await withReplyDue(db, site, [ticket], { now });
  if (answer === undefined) throw new Error('withReplyDue returned no ticket');
  return answer;
}

/** Replies to messages of this time or before are overdue; null if none can be, or if the selection does not ask. */
export async function readOverdueSince(
  db: Db,
  site: SiteRef,
  { overdue }: Pick<TicketSelection, 'overdue'>,
  now: Date,
): Promise<string | null> {
  if (!overdue) return null;
  const clock = await readReplyClock(db, site);
  return isoOf(clock?.overdueSince(now.getTime()) ?? null);
}

/** Null if the site has no reply target. */
export async function readReplyClock(db: Db, site: SiteRef): Promise<ReplyClock | null> {
  const { reply_target_minutes: minutes } = await readSiteValues(db, site);
  if (minutes === undefined) return null;
  const calendar = await readCalendar(db, site);
  return new ReplyClock(calendar.flag_on ? new OpenTime(businessHoursOf(calendar)) : null, minutes);
}

/** When the reply to a message of this time is due; null without a target or message. */
export function dueOf(clock: ReplyClock | null, since: string | null, now: Date): string | null {
  return clock === null || since === null ? null : isoOf(clock.dueAfter(Date.parse(since), now.getTime()));
}

export function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
