import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countByPlace } from './count-answers.ts';
import type { ScoreCounts } from './score.ts';

const DAY_MS = 86_400_000;
const NONE: ScoreCounts = [0, 0, 0, 0, 0, 0];

/**
 * The counts of GET csat over whole UTC days that end today, and over as many days before.
 * See docs/api.md, "CSAT".
 */
export async function countCsatWindows(
  db: Db,
  site: SiteRef,
  { now, days }: { readonly now: Date; readonly days: number },
): Promise<{ readonly present: ScoreCounts; readonly previous: ScoreCounts }> {
  const to = (Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS;
  const cuts = [2 * days, days, 0].map((ago) => new Date(to - ago * DAY_MS));
  const counts = await countByPlace(db, site.id, cuts, {});
  return { previous: counts.get(0) ?? NONE, present: counts.get(1) ?? NONE };
}
