import { isWithinHours } from '#server/calendar/business-hours.ts';
import { addNoteRecord } from '#server/chart-notes/chart-notes.ts';
import { reviewAnswer } from '#server/csat/csat-answers.ts';
import { recordCsat, recordRatings, type CsatInput } from '#server/csat/record-csat.ts';
import type { DemoScene, WrittenTicket } from '#server/demo/plan/demo-scene.ts';
import { DEMO_WEEK } from '#server/demo/plan/plan-calendar.ts';
import { inBatches, type DemoEvent } from '#server/demo/write-silently.ts';
import { Random } from '#server/demo/random.ts';
import { findLowAnswers } from '#server/demo/demo.sql.ts';
import { CHART_NOTES, RATING_WORDS } from '#server/demo/words/rating-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
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
const REVIEWS = ['contacted', 'reopened', 'ignored'] as const;

export interface RatingEvent extends DemoEvent {
  readonly rating: CsatInput;
}

/**
 * Ratings of a third of the solved tickets, lately of more of them, some hours after each; some weeks were worse. In
 * the weeks of the faulty firmware mail of the evening was answered late.
 */
export function seedRatings({ seed, site, now, tickets }: DemoScene): RatingEvent[] {
  const random = new Random(seed ^ 0x5ca7);
  const badWeeks = planBadWeeks(random);
  return tickets.flatMap(({ planned, locked }): RatingEvent[] => {
    const delay = random.lognormal(5 * HOUR, 1.1);
    const solvedAt = locked.resolved_utc === null ? null : Date.parse(locked.resolved_utc);
    const at = solvedAt === null ? now.getTime() : Math.round(solvedAt + MINUTE + delay);
    const ago = now.getTime() - at;
    const isRated = random.chance(ago < LATELY ? SHARE_OF_LATE : SHARE);
    const isLate = ago > 2 * WEEK && ago < 4 * WEEK && wasLeftWaiting({ planned, locked }, site.timeZone);
    const usual = badWeeks.has(Math.floor(ago / WEEK)) ? BAD_WEEK : USUAL;
    const score = random.weighted(isLate ? LEFT_WAITING : ago < LATELY ? GOOD_TIMES : usual);
    const comment = random.chance(score <= 2 ? 0.7 : 0.32) ? random.pick(RATING_WORDS[toneOf(score)]) : null;
    const isSolved = locked.status === 'resolved' || locked.status === 'closed';
    if (!isRated || ago <= 0 || !isSolved || SILENT_DAYS.includes(daysAgo(at, now))) return [];
    const rating = { ticketId: locked.id, score, comment };
    return [{ at, isNews: true, rating, write: (db, context) => recordCsat(db, site, rating, context) }];
  });
}

export function isRating(event: DemoEvent): event is RatingEvent {
  return 'rating' in event;
}

/** Writes ratings together, without an event. */
export async function writeRatings(scene: DemoScene, events: readonly RatingEvent[]): Promise<void> {
  await inBatches(scene, events, (db, batch) =>
    recordRatings(
      db,
      scene.site,
      batch.map(({ event: { rating }, context }) => ({ ...rating, context })),
    ),
  );
}

/** The team's reviews of recent low scores, each on the day after, and its notes on the chart. */
export async function seedReviews({ database, seed, site, now, agents, tickets }: DemoScene): Promise<DemoEvent[]> {
  if (tickets.length === 0) return [];
  const asked = { ticketIds: tickets.map(({ locked }) => locked.id), most: 2, since: new Date(now.getTime() - LATELY) };
  const low = await findLowAnswers(database.forSite(site.id), site.id, asked);
  const random = new Random(seed ^ 0x4e51);
  const author = (index: number) => {
    const { id, name } = agents[index % agents.length] ?? { id: null, name: 'Demo data' };
    return { agentId: id, label: name };
  };
  const reviews = low.flatMap(({ id, created_utc: ratedUtc }, index): DemoEvent[] => {
    const at = Date.parse(ratedUtc) + random.integer(4 * 60, 30 * 60) * MINUTE;
    const review = REVIEWS[random.weighted([60, 25, 15])] ?? 'contacted';
    const isLeft = random.chance(0.35) || at >= now.getTime();
    const change = { id, review, by: author(index) };
    return isLeft ? [] : [{ at, write: (db, context) => reviewAnswer(db, site, change, context) }];
  });
  const notes = CHART_NOTES.map(({ daysAgo, text }, index): DemoEvent => {
    const at = now.getTime() - daysAgo * DAY;
    const note = { chart: 'csat', date: new Date(at).toISOString().slice(0, 10), text, by: author(index + 2) } as const;
    return { at, write: (db, context) => addNoteRecord(db, site, note, context) };
  });
  return [...reviews, ...notes].sort((a, b) => a.at - b.at);
}

/** A mail out of hours that was answered after more than four hours. */
function wasLeftWaiting({ planned, locked }: WrittenTicket, timeZone: string): boolean {
  const repliedAt = locked.first_response_utc === null ? null : Date.parse(locked.first_response_utc);
  const isOpen = isWithinHours({ timeZone, week: DEMO_WEEK, closedDates: new Set() }, new Date(planned.at));
  return planned.channel === 'email' && !isOpen && repliedAt !== null && repliedAt - planned.at > 4 * HOUR;
}

function daysAgo(at: number, now: Date): number {
  return Math.floor(now.getTime() / DAY) - Math.floor(at / DAY);
}

/** A few weeks in which the workshop was understaffed. */
function planBadWeeks(random: Random): ReadonlySet<number> {
  return new Set(Array.from({ length: 6 }, () => random.integer(10, 51)));
}

function toneOf(score: number): 'bad' | 'fair' | 'good' {
  return score <= 2 ? 'bad' : score === 3 ? 'fair' : 'good';
}
