import { addDays } from '#src/format/days.ts';
import { sumUsd } from '#contract/usd.ts';

/** Use of one UTC day. */
export interface DayUse {
  readonly date: string;
  readonly calls: number;
  readonly tokens: bigint;
  readonly cost_usd: number;
}

/** A day on which the cap would have been in force. */
export interface HitDay {
  readonly day: string;
  /** Of the day's calls, from 0 to 1: those after the cap was passed, if calls spread evenly over what is capped. */
  readonly refusedShare: number;
}

/** A UTC month under a monthly budget; what is known of it up to the last complete day of the window. */
export interface BudgetMonth {
  /** Its first day. */
  readonly month: string;
  readonly spentUsd: number;
  /** The day on which the budget would have been passed, also where it lies before the window. */
  readonly passedOn: string | null;
  /** Its first days are not known, so that more may have been spent. */
  readonly isPartial: boolean;
}

/** Effect of a cap on the complete days of a window. Today is in none of it. */
export interface BackTest {
  readonly hits: readonly HitDay[];
  readonly completeDays: number;
  /** Of the complete days. */
  readonly calls: number;
  /** The complete day with the most of what is capped: tokens, or USD. */
  readonly highest: { readonly day: string; readonly amount: number | bigint } | null;
}

/** The days that are tested: from the first day of the window up to the last that is over. */
interface TestedDays {
  /** Ascending, without gaps; days before `from` are known and not counted. */
  readonly days: readonly DayUse[];
  readonly from: string;
  /** The UTC day that is not over. */
  readonly today: string;
}

/** A limit of tokens a UTC day: hit when more were used. See docs/figures.md, "Back-test of a cap". */
export function testDailyTokens(tested: TestedDays, cap: bigint): BackTest {
  const counted = complete(tested);
  const hits = counted
    .filter(({ tokens }) => tokens > cap)
    .map(({ date, tokens }) => ({ day: date, refusedShare: 1 - Number(cap) / Number(tokens) }));
  return addUp(counted, hits, (day) => day.tokens);
}

/**
 * A limit of USD a UTC month: hit on the day on which the month's running total passes it, and on all days after it in
 * that month. See docs/figures.md, "Back-test of a cap".
 */
export function testMonthlyBudget(
  tested: TestedDays,
  capUsd: number,
): BackTest & { readonly months: readonly BudgetMonth[] } {
  const { days, from, today } = tested;
  const hits: HitDay[] = [];
  const months: BudgetMonth[] = [];
  for (const { day, spentUsd, isPartial } of runningTotals(days)) {
    if (day.date >= today) break;
    const month = `${day.date.slice(0, 7)}-01`;
    const before = months.at(-1);
    const earlier = before?.month === month ? before.passedOn : null;
    const passedOn = earlier ?? (spentUsd > capUsd ? day.date : null);
    if (before?.month === month) months.pop();
    months.push({ month, spentUsd, passedOn, isPartial });
    if (passedOn === null || day.date < from) continue;
    const refusedShare = earlier === null ? Math.min(1, (spentUsd - capUsd) / day.cost_usd) : 1;
    hits.push({ day: day.date, refusedShare });
  }
  const counted = complete(tested);
  const first = `${from.slice(0, 7)}-01`;
  return { ...addUp(counted, hits, (day) => day.cost_usd), months: months.filter(({ month }) => month >= first) };
}

/** The running total of each UTC month, day by day, as exact as costs are stored. */
export function runningTotals(
  days: readonly DayUse[],
): readonly { readonly day: DayUse; readonly spentUsd: number; readonly isPartial: boolean }[] {
  let spentUsd = 0;
  let isPartial = days[0] !== undefined && !days[0].date.endsWith('-01');
  return days.map((day) => {
    if (day.date.endsWith('-01')) {
      spentUsd = 0;
      isPartial = false;
    }
    spentUsd = sumUsd([spentUsd, day.cost_usd]);
    return { day, spentUsd, isPartial };
  });
}

/** The same days without gaps: a day without calls is one with nothing in it. */
export function fillDays(days: readonly DayUse[], from: string, to: string): readonly DayUse[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const filled: DayUse[] = [];
  for (let date = from; date < to; date = addDays(date, 1))
    filled.push(known.get(date) ?? { date, calls: 0, tokens: 0n, cost_usd: 0 });
  return filled;
}

function complete({ days, from, today }: TestedDays): readonly DayUse[] {
  return days.filter(({ date }) => date >= from && date < today);
}

function addUp(
  counted: readonly DayUse[],
  hits: readonly HitDay[],
  amountOf: (day: DayUse) => number | bigint,
): BackTest {
  const amounts = counted.map((day) => ({ day: day.date, amount: amountOf(day) }));
  return {
    hits,
    completeDays: counted.length,
    calls: counted.reduce((sum, { calls }) => sum + calls, 0),
    highest: amounts.reduce<BackTest['highest']>(
      (highest, day) => (highest === null || day.amount > highest.amount ? day : highest),
      null,
    ),
  };
}

/** The calls of one feature on one day. */
interface FeatureDay {
  readonly day?: string | undefined;
  readonly feature?: string | undefined;
  readonly calls: number;
  readonly cost_usd: number;
}

/** Calls after a cap was passed. */
export interface CallsBeyond {
  readonly calls: number;
  readonly usd: number;
}

export type FeatureBeyond = CallsBeyond & { readonly feature: string };

/** Of the calls after a cap was passed, those that the service stops itself, and those that others would have to. */
export interface Stopped {
  readonly features: readonly FeatureBeyond[];
  readonly total: CallsBeyond;
  readonly others: CallsBeyond & { readonly features: readonly FeatureBeyond[] };
  /** Calls that it stops, by day. */
  readonly byDay: ReadonlyMap<string, number>;
}

/**
 * Use that the service would have stopped, which are the calls of `enforced` alone, and what would have run on: of each hit
 * day the same share of every feature. See docs/figures.md, "Back-test of a cap".
 */
export function stoppedBy(rows: readonly FeatureDay[], hits: readonly HitDay[], enforced: readonly string[]): Stopped {
  const shares = new Map(hits.map(({ day, refusedShare }) => [day, refusedShare]));
  const beyond = rows.map(({ day = '', feature = '', calls, cost_usd }) => {
    const share = shares.get(day) ?? 0;
    return { day, feature, calls: calls * share, usd: cost_usd * share };
  });
  const own = beyond.filter(({ feature }) => enforced.includes(feature));
  const others = beyond.filter(({ feature }) => !enforced.includes(feature));
  return {
    features: byFeature(own),
    total: addBeyond(own),
    others: { ...addBeyond(others), features: byFeature(others) },
    byDay: new Map(hits.map((hit) => [hit.day, addBeyond(own.filter(({ day }) => day === hit.day)).calls])),
  };
}

function byFeature(parts: readonly FeatureBeyond[]): readonly FeatureBeyond[] {
  return [...Map.groupBy(parts, ({ feature }) => feature)]
    .map(([feature, ofFeature]) => ({ feature, ...addBeyond(ofFeature) }))
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.calls - a.calls);
}

function addBeyond(parts: readonly CallsBeyond[]): CallsBeyond {
  return {
    calls: parts.reduce((sum, { calls }) => sum + calls, 0),
    usd: sumUsd(parts.map(({ usd }) => usd)),
  };
}
