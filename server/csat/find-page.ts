import { CSAT_REVIEWS, type CsatReview } from '#contract/csat-reports.ts';
import type { Db } from '#server/db/db.ts';
import { talliedPart } from './answer-filter.sql.ts';
import { countReviews, findIds, type AnswerSearch } from './answers.sql.ts';
import { findSlices, scoresOf } from './count-answers.ts';
import type { Slice } from './count-each.sql.ts';
import { countTalliedReviews } from './count-tallied.sql.ts';

const DAY_MS = 86_400_000;
/** Answers whose words one statement looks at. */
const SEARCHED_ANSWERS = 5_000;

export type ReviewCounts = Readonly<Record<CsatReview, number>>;

/** How many answers of a search a stretch of time has in each state. */
interface Part extends Slice {
  readonly counts: ReviewCounts;
}

interface Page {
  readonly limit: number;
  readonly skip: number;
}

export interface FoundPage {
  /** Answers on the page, unordered. */
  readonly ids: readonly bigint[];
  readonly reviews: ReviewCounts;
  readonly total: number;
}

/**
 * The answers on a page of a search, and how many there are in all. Where the tally knows them it also says on which days
 * the page is, however far behind; else they are read in steps.
 */
export async function findPage(
  db: Db,
  siteId: bigint,
  window: Slice,
  { search, page }: { readonly search: AnswerSearch; readonly page: Page },
): Promise<FoundPage> {
  const isTallied = search.q === undefined && talliedPart(search.filter)?.split === 'all';
  const parts = isTallied
    ? await partsOfTally(db, siteId, window, search)
    : await partsInSteps(db, siteId, window, search);
  const wanted = (part: Part) => sumOf((search.reviews ?? CSAT_REVIEWS).map((state) => part.counts[state]));
  const pieces = piecesOf(
    parts.toReversed().map((part) => ({ ...part, total: wanted(part) })),
    page,
  );
  const ids: bigint[] = [];
  for (const { limit, skip, ...slice } of isTallied ? joined(pieces) : pieces) {
    ids.push(...(await findIds(db, siteId, slice, { search, page: { limit, skip } })));
  }
  const of = (state: CsatReview) => sumOf(parts.map(({ counts }) => counts[state]));
  const reviews = { none: of('none'), contacted: of('contacted'), reopened: of('reopened'), ignored: of('ignored') };
  return { ids, reviews, total: sumOf(parts.map(wanted)) };
}

/** By UTC day. */
async function partsOfTally(db: Db, siteId: bigint, { from, to }: Slice, { scores }: AnswerSearch): Promise<Part[]> {
  const cuts = [from];
  for (let day = (Math.floor(from.getTime() / DAY_MS) + 1) * DAY_MS; day < to.getTime(); day += DAY_MS) {
    cuts.push(new Date(day));
  }
  cuts.push(to);
  const rows = await countTalliedReviews(db, siteId, cuts);
  const totals = new Map(
    rows.map((row) => [
      `${row.place} ${row.review}`,
      sumOf(scoresOf(row).filter((_, score) => scores === null || scores.includes(score))),
    ]),
  );
  return cuts.slice(1).map((end, place) => {
    const of = (state: CsatReview) => totals.get(`${place} ${state}`) ?? 0;
    const counts = { none: of('none'), contacted: of('contacted'), reopened: of('reopened'), ignored: of('ignored') };
    return { from: cuts[place] ?? from, to: end, counts };
  });
}

async function partsInSteps(db: Db, siteId: bigint, window: Slice, search: AnswerSearch): Promise<Part[]> {
  const parts: Part[] = [];
  const most = search.q === undefined ? undefined : SEARCHED_ANSWERS;
  for (const slice of await findSlices(db, siteId, window, most)) {
    const rows = await countReviews(db, siteId, slice, search);
    const of = (state: CsatReview) => rows.find(({ review }) => review === state)?.total ?? 0;
    const counts = { none: of('none'), contacted: of('contacted'), reopened: of('reopened'), ignored: of('ignored') };
    parts.push({ ...slice, counts });
  }
  return parts;
}

/** The section of each part that is on the page; parts are newest first. */
function piecesOf(parts: readonly (Slice & { readonly total: number })[], { limit, skip }: Page): (Slice & Page)[] {
  const pieces: (Slice & Page)[] = [];
  let passed = 0;
  for (const { from, to, total } of parts) {
    const start = Math.max(skip, passed);
    const end = Math.min(skip + limit, passed + total);
    if (start < end) pieces.push({ from, to, skip: start - passed, limit: end - start });
    passed += total;
  }
  return pieces;
}

/** Joins the days of a page into one range. Only the first of them skips answers. */
function joined(pieces: readonly (Slice & Page)[]): (Slice & Page)[] {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [{ from: last.from, to: first.to, skip: first.skip, limit: sumOf(pieces.map(({ limit }) => limit)) }];
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0);
}
