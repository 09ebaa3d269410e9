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
