import { toPico, type PicoUsd } from '#contract/usd.ts';
import type { DaySum } from './usage-sums.ts';

/** The most parts that a table has room for. */
const PARTS = 6;

/** A part of the shown days: its first and its last one. */
export interface DayPart {
  readonly first: string;
  readonly last: string;
}

export interface CallCosts {
  readonly parts: readonly DayPart[];
  /** USD of one call in each part, null in a part without calls; the feature whose calls got dearer most comes first. */
  readonly features: readonly {
    readonly feature: string;
    readonly perCall: readonly (number | null)[];
    /** The last part with calls against the first, as a factor; null where one of them is missing or cost nothing. */
    readonly factor: number | null;
  }[];
}

/** What one call of each feature cost, in up to six parts of the days. See docs/figures.md, "Cost of a call". */
export function callCosts(days: readonly DaySum[]): CallCosts {
  const size = Math.max(1, Math.ceil(days.length / PARTS));
  const groups = Array.from({ length: Math.ceil(days.length / size) }, (_, at) =>
    days.slice(at * size, (at + 1) * size),
  );
  const names = new Set(days.flatMap(({ byFeature }) => [...(byFeature?.keys() ?? [])]));
  const features = [...names].map((feature) => {
    const perCall = groups.map((group) => {
      const sums = group.flatMap(({ byFeature }) => byFeature?.get(feature) ?? []);
      const calls = sums.reduce((all, sum) => all + sum.calls, 0);
      return calls === 0 ? null : sums.reduce((all, sum) => all + sum.costUsd, 0) / calls;
    });
    const known = perCall.filter((usd) => usd !== null);
    const [first = 0, last = 0] = [known[0], known.at(-1)];
    return { feature, perCall, factor: known.length < 2 || first === 0 ? null : last / first };
  });
  return {
    parts: groups.map((group) => ({ first: group[0]?.date ?? '', last: group.at(-1)?.date ?? '' })),
    features: features
      .filter(({ perCall }) => perCall.some((usd) => usd !== null))
      .toSorted((a, b) => (b.factor ?? 0) - (a.factor ?? 0)),
  };
}

/** The sum of a group of calls. */
export interface Spent {
  readonly calls: number;
  readonly cost_usd: number;
}

/** The costliest of a window, and the two lines that make the list add up to its total. */
export interface Costliest<Row extends Spent> {
  readonly rows: readonly Row[];
  /** Calls that belong to none of the groups; null where there are none, or where they are inside `rest`. */
  readonly none: Spent | null;
  /** All other groups in one line; null where every group is listed. */
  readonly rest: { readonly calls: number; readonly cost: PicoUsd; readonly groups: number } | null;
  /** Of all calls: listed, none and rest. */
  readonly total: { readonly calls: number; readonly cost: PicoUsd };
}

interface Ranking<Row extends Spent> {
  /** The first of the groups, the costliest first. */
  readonly rows: readonly Row[];
  /** The number of all groups, with the one of the calls that belong to none. */
  readonly groups: number;
  /** Of the same window. */
  readonly total: Spent;
  readonly limit: number;
  /** A row is of the calls that belong to none. */
  readonly isNone: (row: Row) => boolean;
}

/**
 * The costliest groups, and everything else as one line, so that all lines add up to the total. Rows and total come by
 * two calls: where a call was made in between, the total is at least what is listed.
 */
export function costliest<Row extends Spent>({ rows, groups, total, limit, isNone }: Ranking<Row>): Costliest<Row> {
  const none = rows.find(isNone) ?? null;
  const listed = rows.filter((row) => row !== none).slice(0, limit);
  const shown = none === null ? listed : [...listed, none];
  const shownCost = shown.reduce((sum, { cost_usd }) => sum + toPico(cost_usd), 0n);
  const shownCalls = shown.reduce((sum, { calls }) => sum + calls, 0);
  const totalCost = toPico(total.cost_usd);
  const cost = totalCost > shownCost ? totalCost - shownCost : 0n;
  const calls = Math.max(0, total.calls - shownCalls);
  const left = Math.max(0, groups - shown.length);
  const isWhole = left === 0 && calls === 0 && cost === 0n;
  return {
    rows: listed,
    none,
    rest: isWhole ? null : { calls, cost, groups: left },
    total: { calls: shownCalls + calls, cost: shownCost + cost },
  };
}
