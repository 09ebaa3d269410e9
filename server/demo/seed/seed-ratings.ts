import { recordCsat } from '#server/csat/record-csat.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import { Random } from '#server/demo/random.ts';
import { RATING_WORDS } from '#server/demo/words/rating-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;
const SHARE = 0.34;
/** How likely each score is, from 0 to 5. */
const USUAL = [1, 3, 4, 11, 33, 48];
const BAD_WEEK = [5, 15, 17, 22, 25, 16];

/** How content customers were with about a third of the solved tickets, some hours after each; some weeks were worse. */
export function seedRatings({ seed, site, now, tickets }: DemoScene): DemoEvent[] {
  const random = new Random(seed ^ 0x5ca7);
  const badWeeks = planBadWeeks(random);
  return tickets.flatMap(({ locked }): DemoEvent[] => {
    const delay = random.lognormal(5 * HOUR, 1.1);
    const isRated = random.chance(SHARE);
    const weekOf = (at: number) => Math.floor((now.getTime() - at) / WEEK);
    const solvedAt = locked.resolved_utc === null ? null : Date.parse(locked.resolved_utc);
    const at = solvedAt === null ? now.getTime() : Math.round(solvedAt + MINUTE + delay);
    const score = random.weighted(badWeeks.has(weekOf(at)) ? BAD_WEEK : USUAL);
    const comment = random.chance(score <= 2 ? 0.6 : 0.32) ? random.pick(RATING_WORDS[toneOf(score)]) : null;
    if (!isRated || at >= now.getTime() || (locked.status !== 'resolved' && locked.status !== 'closed')) return [];
    const rating = { ticketId: locked.id, score, comment };
    return [{ at, isNews: true, write: (db, context) => recordCsat(db, site, rating, context) }];
  });
}

/** The week of the faulty firmware, and a few more in which the workshop was short of people. */
function planBadWeeks(random: Random): ReadonlySet<number> {
  return new Set([3, ...Array.from({ length: 6 }, () => random.integer(5, 51))]);
}

function toneOf(score: number): 'bad' | 'fair' | 'good' {
  return score <= 2 ? 'bad' : score === 3 ? 'fair' : 'good';
}
