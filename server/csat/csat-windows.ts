import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { findCsatCells } from './csat-report.sql.ts';
import type { ScoreCounts } from './interval.ts';

const DAY_MS = 86_400_000;

/**
 * The answers that GET csat sums over so many whole UTC days that end today, and those of as many days before.
 * See docs/api.md, "CSAT".
 */
export async function countCsatWindows(
  db: Db,
  site: SiteRef,
  { now, days }: { readonly now: Date; readonly days: number },
): Promise<{ readonly present: ScoreCounts; readonly previous: ScoreCounts }> {
  const to = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  const middle = new Date(to.getTime() - days * DAY_MS);
  const from = new Date(middle.getTime() - days * DAY_MS);
  const cells = await findCsatCells(db, site.id, { from, to });
  const firstDay = middle.toISOString().slice(0, 10);
  const count = (isIn: (date: string) => boolean): ScoreCounts => {
    const counts: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
    for (const { date, score, responses } of cells) if (isIn(date)) counts[score] = (counts[score] ?? 0) + responses;
    return counts;
  };
  return { present: count((date) => date >= firstDay), previous: count((date) => date < firstDay) };
}
