import type { CsatSplit } from '#contract/csat-reports.ts';
import type { Db } from '#server/db/db.ts';
import { talliedPart, type AnswerFilter } from './answer-filter.sql.ts';
import {
  countEach,
  countEachSplit,
  type CountRow,
  type PlacedRow,
  type Slice,
  type SplitCountRow,
} from './count-each.sql.ts';
import { countTallied, countTalliedSplits, findDayTotals } from './count-tallied.sql.ts';
import type { ScoreCounts } from './score.ts';

/** Answers that one statement reads one by one. */
const SLICE_ANSWERS = 20_000;

/**
 * Counts the answers of a filter between each two cuts, by the index of the first. Uses the tally if it has them; otherwise
 * reads answers in steps.
 */
export async function countByPlace(
  db: Db,
  siteId: bigint,
  cuts: readonly Date[],
  filter: AnswerFilter,
): Promise<ReadonlyMap<number, ScoreCounts>> {
  const part = talliedPart(filter);
  if (part !== null) return byPlace(await countTallied(db, siteId, cuts, { ...part, filter }));
  const rows: PlacedRow[] = [];
  for (const slice of await findSlices(db, siteId, stretchOf(cuts))) {
    rows.push(...(await countEach(db, siteId, slice, { cuts, filter })));
  }
  return byPlace(rows);
}

/** Counts the answers of a filter by each value of some splits. */
export async function countBySplit(
  db: Db,
  siteId: bigint,
  window: Slice,
  { filter, splits }: { readonly filter: AnswerFilter; readonly splits: readonly CsatSplit[] },
): Promise<{ readonly split: CsatSplit; readonly key: string; readonly counts: ScoreCounts }[]> {
  if (talliedPart(filter)?.split === 'all') {
    return (await countTalliedSplits(db, siteId, window, splits)).map(splitOf);
  }
  const sums = new Map<string, ReturnType<typeof splitOf>>();
  for (const slice of await findSlices(db, siteId, window)) {
    for (const row of (await countEachSplit(db, siteId, slice, { filter, splits })).map(splitOf)) {
      const name = `${row.split} ${row.key}`;
      const before = sums.get(name);
      sums.set(name, before === undefined ? row : { ...row, counts: added(before.counts, row.counts) });
    }
  }
  return [...sums.values()];
}

/** Divides a window into slices that one statement can read, oldest first. */
export async function findSlices(db: Db, siteId: bigint, { from, to }: Slice, most = SLICE_ANSWERS): Promise<Slice[]> {
  const slices: Slice[] = [];
  let start = from;
  let waiting = 0;
  for (const { start_utc, total } of await findDayTotals(db, siteId, { from, to })) {
    const day = new Date(start_utc);
    if (waiting > 0 && waiting + total > most && day > start) {
      slices.push({ from: start, to: day });
      start = day;
      waiting = 0;
    }
    waiting += total;
  }
  return [...slices, { from: start, to }];
}

function stretchOf(cuts: readonly Date[]): Slice {
  const [from, to] = [cuts[0], cuts.at(-1)];
  if (from === undefined || to === undefined) throw new Error('a window has two ends');
  return { from, to };
}

function byPlace(rows: readonly PlacedRow[]): ReadonlyMap<number, ScoreCounts> {
  const places = new Map<number, ScoreCounts>();
  for (const row of rows) {
    const before = places.get(row.place);
    places.set(row.place, before === undefined ? scoresOf(row) : added(before, scoresOf(row)));
  }
  return places;
}

function splitOf({ split, key, ...row }: SplitCountRow) {
  return { split, key, counts: scoresOf(row) };
}

export function scoresOf({ n0, n1, n2, n3, n4, n5 }: CountRow): ScoreCounts {
  return [n0, n1, n2, n3, n4, n5];
}

function added(a: ScoreCounts, b: ScoreCounts): ScoreCounts {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]];
}
