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
import { sql, type Db } from '#server/db/db.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import type { Slice } from './answer-filter.sql.ts';
import { countAnswers, countDays, countResolved, countSplits, type ResolvedCount } from './count-answers.ts';
import { distributionOf, measureCsat, totalOf, type CsatMeasure } from './score.ts';
import { endsOf, readWindow, startsOf, windowBefore } from './report-window.ts';
import { readSiteValues } from '#server/site-settings/site-settings.ts';
import { addDays } from '#server/calendar/zone-days.ts';

// GET csat_reports, one handler a report: docs/api.md, "CSAT reports".

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
  const { definition, goodFrom } = await readMeasure(db, site, query);
  const isFiltered = CSAT_SPLITS.some((split) => query[split] !== undefined);
  const totalsOf = async (slice: Slice) => {
    const counts = await countAnswers(db, site.id, slice, query);
    return {
      // The fields of a filter are stored with answers only.
      ...(isFiltered ? { resolved: null, response_rate: null } : rateOf(await countResolved(db, site.id, slice))),
      responses: totalOf(counts),
      value: measureCsat(counts, { definition, goodFrom }),
      distribution: distributionOf(counts),
    };
  };
  return {
    from: window.from,
    to: window.to,
    zone: window.zone,
    definition,
    good_from: goodFrom,
    ...(await totalsOf(endsOf(window))),
    previous: { from: before.from, to: before.to, ...(await totalsOf(endsOf(before))) },
  };
};

/** @throws ApiError bad_field */
export const listCsatDays: Handler<typeof ListCsatDays> = async ({ db, site, now, query }) => {
  const window = readWindow(query, site, now);
  const measure = await readMeasure(db, site, query);
  const counts = await countDays(db, site.id, startsOf(window), query);
  const items = counts.map((ofDay, day) => ({
    date: addDays(window.from, day),
    responses: totalOf(ofDay),
    value: measureCsat(ofDay, measure),
  }));
  return { items, total_count: items.length };
};

/** @throws ApiError bad_field */
export const listCsatSplits: Handler<typeof ListCsatSplits> = async ({ db, site, now, query }) => {
  const window = readWindow(query, site, now);
  const measure = await readMeasure(db, site, query);
  const splits = query.split ?? CSAT_SPLITS;
  const rows = await countSplits(db, site.id, endsOf(window), { filter: query, splits });
  const ids = rows.flatMap(({ split, key }) => (split === 'agent' && key !== 'none' ? [key] : []));
  const names = await findAgentNames(db, site.id, ids);
  const items = rows.map(({ split, key, counts }): CsatSplitRow => {
    const label = split === 'agent' ? (names.get(key) ?? key) : key;
    return { split, key, label, responses: totalOf(counts), value: measureCsat(counts, measure) };
  });
  return { items: items.toSorted(compareSplits), total_count: items.length };
};

function rateOf({ resolved, answered }: ResolvedCount) {
  return { resolved, response_rate: resolved === 0 ? null : answered / resolved };
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

/** The names of agents by their ids. */
async function findAgentNames(db: Db, siteId: bigint, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; name: string }>(sql`
    select id::text as id, name from agent where site_id = ${siteId} and id = any(${ids}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
