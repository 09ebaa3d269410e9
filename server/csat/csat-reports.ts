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
import { talliedPart } from './answer-filter.sql.ts';
import { countByPlace, countBySplit } from './count-answers.ts';
import { findAgentNames } from './count-each.sql.ts';
import { countResolved, type ResolvedRow } from './count-tallied.sql.ts';
import { measureCsat, totalOf, type CsatMeasure, type ScoreCounts } from './score.ts';
import { cutsOf, endsOf, readWindow, windowBefore } from './report-window.ts';
import { readSiteValues } from '#server/site-settings/site-settings.ts';
import { addDays } from '#server/calendar/zone-days.ts';

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
  const { from, to } = endsOf(window);
  const cuts = [endsOf(before).from, from, to];
  const measure = await readMeasure(db, site, query);
  const counts = await countByPlace(db, site.id, cuts, query);
  const tickets = talliedPart(query)?.split === 'all' ? await countResolved(db, site.id, cuts) : null;
  const totals = (place: number) => ({
    ...ratesOf(tickets, place),
    ...totalsOf(counts.get(place) ?? NONE, measure),
  });
  return {
    from: window.from,
    to: window.to,
    zone: window.zone,
    definition: measure.definition,
    good_from: measure.goodFrom,
    ...totals(1),
    previous: { from: before.from, to: before.to, ...totals(0) },
  };
};

/** @throws ApiError bad_field */
export const listCsatDays: Handler<typeof ListCsatDays> = async ({ db, site, now, query }) => {
  const window = readWindow(query, site, now);
  const measure = await readMeasure(db, site, query);
  const counts = await countByPlace(db, site.id, cutsOf(window), query);
  const items = Array.from({ length: window.days }, (_, day) => {
    const ofDay = counts.get(day) ?? NONE;
    return { date: addDays(window.from, day), responses: totalOf(ofDay), value: measureCsat(ofDay, measure) };
  });
  return { items, total_count: items.length };
};

/** @throws ApiError bad_field */
export const listCsatSplits: Handler<typeof ListCsatSplits> = async ({ db, site, now, query }) => {
  const window = readWindow(query, site, now);
  const measure = await readMeasure(db, site, query);
  const splits = query.split ?? CSAT_SPLITS;
  const rows = await countBySplit(db, site.id, endsOf(window), { filter: query, splits });
  const ids = rows.flatMap(({ split, key }) => (split === 'agent' && key !== 'none' ? [key] : []));
  const names = await findAgentNames(db, site.id, ids);
  const items = rows.map(({ split, key, counts }): CsatSplitRow => {
    const label = split === 'agent' ? (names.get(key) ?? key) : key;
    return { split, key, label, responses: totalOf(counts), value: measureCsat(counts, measure) };
  });
  return { items: items.toSorted(compareSplits), total_count: items.length };
};

/** Null with a filter: the filtered fields are stored only with answers. */
function ratesOf(tickets: readonly ResolvedRow[] | null, at: number) {
  if (tickets === null) return { resolved: null, response_rate: null };
  const { resolved, answered } = tickets.find(({ place }) => place === at) ?? { resolved: 0, answered: 0 };
  return { resolved, response_rate: resolved === 0 ? null : answered / resolved };
}

function totalsOf(counts: ScoreCounts, measure: CsatMeasure) {
  const [none, one, two, three, four, five] = counts;
  return {
    responses: totalOf(counts),
    value: measureCsat(counts, measure),
    distribution: { '0': none, '1': one, '2': two, '3': three, '4': four, '5': five },
  };
}

function compareSplits(a: CsatSplitRow, b: CsatSplitRow): number {
  if (a.split !== b.split) return CSAT_SPLITS.indexOf(a.split) - CSAT_SPLITS.indexOf(b.split);
  const order = ORDERED[a.split];
  if (order !== undefined) return order.indexOf(a.key) - order.indexOf(b.key);
  return b.responses - a.responses || (a.key < b.key ? -1 : 1);
}

/** The requested definition, or the site's. */
async function readMeasure(
  db: Db,
  site: SiteRef,
  { definition }: { readonly definition?: CsatMeasure['definition'] | undefined },
): Promise<CsatMeasure> {
  const { csat_definition: ofSite = 'mean', csat_good_from: goodFrom = 4 } = await readSiteValues(db, site);
  return { definition: definition ?? ofSite, goodFrom };
}
