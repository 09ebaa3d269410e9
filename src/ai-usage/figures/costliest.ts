import { toPico, type PicoUsd } from '#contract/usd.ts';

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
