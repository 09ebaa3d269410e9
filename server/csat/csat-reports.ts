import {
  CSAT_FIRST_REPLY,
  CSAT_HANDLED_BY,
  CSAT_SPLITS,
  CSAT_WITHIN_HOURS,
  type CsatSplit,
  type CsatSplitRow,
  type getCsatSummary as GetCsatSummary,
  type listCsatDays as ListCsatDays,
  type listCsatSplits as ListCsatSplits,
} from '#contract/csat-reports.ts';
import type { Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { isEveryAnswer } from './answer-filter.sql.ts';
import { changeOfCsat, measureCsat, totalOf, type CsatMeasure, type ScoreCounts } from './interval.ts';
import { addDays } from '#server/calendar/zone-days.ts';
import {
  countAnswers,
  countResolved,
  countSplits,
  type CountRow,
  type ResolvedRow,
  type SplitCountRow,
} from './read-answers.sql.ts';
import { cutsOf, readWindow, windowBefore } from './report-window.ts';

// GET csat_reports, one handler a report: docs/api.md, "CSAT reports".

const NONE: ScoreCounts = [0, 0, 0, 0, 0, 0];
/** Values with an order of their own; others follow by their number of answers. */
const ORDERED: Readonly<Partial<Record<CsatSplit, readonly string[]>>> = {
  priority: ['urgent', 'high', 'normal', 'low'],
  first_reply: CSAT_FIRST_REPLY,
  within_hours: CSAT_WITHIN_HOURS,
  ai: CSAT_HANDLED_BY,
};

/** @throws ApiError bad_field */
export const getCsatSummary: Handler<typeof GetCsatSummary> = async ({ db, site, now, query }) => {
  const window = readWindow(query, site, now);
  const before = windowBefore(window);
  const cuts = [...cutsOf({ ...before, days: window.days }).slice(0, 1), ...ends(cutsOf(window))];
  const measure = await readMeasure(db, site, query);
  const counts = byPlace(await countAnswers(db, site.id, cuts, query));
  const resolved = isEveryAnswer(query) ? await countResolved(db, site.id, cuts) : null;
  const totals = (place: number) =>
    totalsOf(
      counts.get(place) ?? NONE,
      resolved?.find((row) => row.place === place) ?? (resolved && NO_TICKETS),
      measure,
    );
  return {
    from: window.from,
    to: window.to,
    zone: window.zone,
    definition: measure.definition,
    good_from: measure.goodFrom,
    ...totals(1),
    previous: { from: before.from, to: before.to, ...totals(0) },
    change: changeOfCsat(counts.get(1) ?? NONE, counts.get(0) ?? NONE, measure),
  };
};

/** @throws ApiError bad_field */
export const listCsatDays: Handler<typeof ListCsatDays> = async ({ db, site, now, query }) => {
  const window = readWindow(query, site, now);
  const measure = await readMeasure(db, site, query);
  const counts = byPlace(await countAnswers(db, site.id, cutsOf(window), query));
  const items = Array.from({ length: window.days }, (_, day) => {
    const ofDay = counts.get(day) ?? NONE;
    return { date: addDays(window.from, day), responses: totalOf(ofDay), ...measureCsat(ofDay, measure) };
  });
  return { items, total_count: items.length };
};

/** @throws ApiError bad_field */
export const listCsatSplits: Handler<typeof ListCsatSplits> = async ({ db, site, now, query }) => {
  const window = readWindow(query, site, now);
  const measure = await readMeasure(db, site, query);
  const splits = query.split ?? CSAT_SPLITS;
  const rows = await countSplits(db, site.id, ends(cutsOf(window)), { filter: query, splits });
  const items = rows.map((row) => splitRowOf(row, measure)).toSorted(compareSplits);
  return { items, total_count: items.length };
};

const NO_TICKETS: ResolvedRow = { resolved: 0, answered: 0 };

function totalsOf(counts: ScoreCounts, tickets: ResolvedRow | null, measure: CsatMeasure) {
  const [none, one, two, three, four, five] = counts;
  return {
    responses: totalOf(counts),
    resolved: tickets === null ? null : tickets.resolved,
    response_rate: tickets === null || tickets.resolved === 0 ? null : tickets.answered / tickets.resolved,
    ...measureCsat(counts, measure),
    distribution: { '0': none, '1': one, '2': two, '3': three, '4': four, '5': five },
  };
}

function splitRowOf({ split, key, name, ...counts }: SplitCountRow, measure: CsatMeasure): CsatSplitRow {
  const scores = scoresOf(counts);
  return { split, key, label: name ?? key, responses: totalOf(scores), ...measureCsat(scores, measure) };
}

function compareSplits(a: CsatSplitRow, b: CsatSplitRow): number {
  if (a.split !== b.split) return CSAT_SPLITS.indexOf(a.split) - CSAT_SPLITS.indexOf(b.split);
  const order = ORDERED[a.split];
  if (order !== undefined) return order.indexOf(a.key) - order.indexOf(b.key);
  return b.responses - a.responses || (a.key < b.key ? -1 : 1);
}

function byPlace(rows: readonly (CountRow & { readonly place: number })[]): ReadonlyMap<number, ScoreCounts> {
  return new Map(rows.map((row) => [row.place, scoresOf(row)]));
}

function scoresOf({ n0, n1, n2, n3, n4, n5 }: CountRow): ScoreCounts {
  return [n0, n1, n2, n3, n4, n5];
}

function ends(cuts: readonly Date[]): Date[] {
  return [...cuts.slice(0, 1), ...cuts.slice(-1)];
}

/** How this site reckons scores, unless the call says otherwise. */
async function readMeasure(
  _db: Db,
  _site: SiteRef,
  { definition = 'mean' }: { readonly definition?: CsatMeasure['definition'] | undefined },
): Promise<CsatMeasure> {
  return { definition, goodFrom: 4 };
}
