import { isWithinHours } from '#server/calendar/business-hours.ts';
import { addNoteRecord } from '#server/chart-notes/chart-notes.ts';
import { reviewAnswer } from '#server/csat/csat-answers.ts';
import { recordCsat, recordRatings, type CsatInput } from '#server/csat/record-csat.ts';
import { sql } from '#server/db/db.ts';
import { Random } from './random.ts';
import { DAY, HOUR, MINUTE, writeBatches, type DemoEvent, type Scene, type StoryTicket } from './scene.ts';
import { DESK, RATINGS } from './words.ts';

const WEEK = 7 * DAY;
const SHARE = 0.34;
/** Since then the mail about a solved ticket asks for a rating. */
const SHARE_OF_LATE = 0.6;
const LATELY = 62 * DAY;
/** Days ago on which the customer's page accepted no ratings. */
const SILENT_DAYS = [9, 10];
/** The probability of each score, from 0 to 5. */
const USUAL = [1, 3, 4, 11, 33, 48];
const GOOD_TIMES = [0.3, 1, 2, 7, 34, 55.7];
const BAD_WEEK = [5, 15, 17, 22, 25, 16];
/** Customers who wrote in the evening and got no reply before noon. */
const LEFT_WAITING = [14, 24, 26, 18, 12, 6];

export interface RatingEvent extends DemoEvent {
  readonly rating: CsatInput;
}

/**
 * Ratings of a third of the solved tickets, lately of more of them, some hours after each; some weeks were worse. In
 * the weeks of the faulty firmware mail of the evening was answered late.
 */
export function planRatings({ seed, site, now, tickets }: Scene): RatingEvent[] {
  const random = new Random(seed ^ 0x5ca7);
  // The workshop was understaffed.
  const badWeeks = new Set(Array.from({ length: 6 }, () => random.integer(10, 51)));
  return tickets.flatMap((ticket): RatingEvent[] => {
    const { id, resolved_utc: resolvedUtc, status } = ticket.locked;
    const delay = random.lognormal(5 * HOUR, 1.1);
    const at = resolvedUtc === null ? now : Math.round(Date.parse(resolvedUtc) + MINUTE + delay);
    const ago = now - at;
    const usual = badWeeks.has(Math.floor(ago / WEEK)) ? BAD_WEEK : USUAL;
    const isLate = ago > 2 * WEEK && ago < 4 * WEEK && wasLeftWaiting(ticket, site.timeZone);
    const score = random.weighted(isLate ? LEFT_WAITING : ago < LATELY ? GOOD_TIMES : usual);
    const tone = score <= 2 ? 'bad' : score === 3 ? 'fair' : 'good';
    const comment = random.chance(tone === 'bad' ? 0.7 : 0.32) ? random.pick(RATINGS[tone]) : null;
    const isRated = random.chance(ago < LATELY ? SHARE_OF_LATE : SHARE);
    const isSolved = status === 'resolved' || status === 'closed';
    const daysAgo = Math.floor(now / DAY) - Math.floor(at / DAY);
    if (!isRated || !isSolved || ago <= 0 || SILENT_DAYS.includes(daysAgo)) return [];
    const rating = { ticketId: id, score, comment };
    return [{ at, rating, write: (db, context) => recordCsat(db, site, rating, context) }];
  });
}

/** A mail out of hours that was answered after more than four hours. */
function wasLeftWaiting({ at, channel, locked }: StoryTicket, timeZone: string): boolean {
  const repliedUtc = locked.first_response_utc;
  if (channel !== 'email' || repliedUtc === null || Date.parse(repliedUtc) - at <= 4 * HOUR) return false;
  return !isWithinHours({ timeZone, week: DESK.week, closedDates: new Set() }, new Date(at));
}

/** Writes ratings together, without webhooks. */
export function writeRatings(scene: Scene, events: readonly RatingEvent[]): Promise<void> {
  return writeBatches(scene, events, (db, batch) =>
    recordRatings(
      db,
      scene.site,
      batch.map(({ item: { rating }, context }) => ({ ...rating, context })),
    ),
  );
}

/** The team's reviews of recent low scores, each on the day after, and its notes on the chart. */
export async function planReviews({ database, seed, site, now, agents, tickets }: Scene): Promise<DemoEvent[]> {
  const low = await database.forSite(site.id).query<{ id: bigint; created_utc: string }>(sql`
    select id, created_utc from csat_response
    where site_id = ${site.id} and ticket_id = any(${tickets.map(({ locked }) => locked.id)}::bigint[]) and score <= 2
      and created_utc > ${new Date(now - LATELY).toISOString()}::timestamptz
    order by created_utc, ticket_id`);
  const random = new Random(seed ^ 0x4e51);
  const author = (index: number) => {
    const { id, name } = agents[index % agents.length] ?? { id: null, name: 'Demo data' };
    return { agentId: id, label: name };
  };
  const reviews = low.flatMap(({ id, created_utc: ratedUtc }, index): DemoEvent[] => {
    const at = Date.parse(ratedUtc) + random.integer(4 * 60, 30 * 60) * MINUTE;
    const review = (['contacted', 'reopened', 'ignored'] as const)[random.weighted([60, 25, 15])] ?? 'contacted';
    const change = { id, review, by: author(index) };
    const isLeft = random.chance(0.35) || at >= now;
    return isLeft ? [] : [{ at, write: (db, context) => reviewAnswer(db, site, change, context) }];
  });
  const notes = RATINGS.notes.map(({ days_ago: daysAgo, text }, index): DemoEvent => {
    const at = now - daysAgo * DAY;
    const note = { chart: 'csat', date: new Date(at).toISOString().slice(0, 10), text, by: author(index + 2) } as const;
    return { at, write: (db, context) => addNoteRecord(db, site, note, context) };
  });
  return [...reviews, ...notes];
}
