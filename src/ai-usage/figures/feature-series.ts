import type { ChartColour } from '#src/charts/chart-types.ts';

/** The order in which the features are drawn, whatever they cost, so that place and colour tell the same. */
const ORDER = ['bot', 'copilot', 'summary', 'kb_search', 'intent', 'tone'] as const;
const COLOURS = [1, 2, 3, 4, 5, 6] as const satisfies readonly ChartColour[];

/** A series of the charts: one feature, or what is beyond six series. */
export interface FeatureSeries {
  readonly key: string;
  /** Null: several features together. */
  readonly feature: string | null;
  readonly features: readonly string[];
  readonly colour: ChartColour;
}

/**
 * The series of the features that have something to draw. The first five of the order keep their colours; the sixth is
 * for `tone` and every name that is not in it, by its name where it is alone.
 */
export function featureSeries(drawn: readonly string[]): readonly FeatureSeries[] {
  const first = ORDER.slice(0, -1);
  const own = first.flatMap((feature, index): FeatureSeries[] =>
    drawn.includes(feature) ? [{ key: feature, feature, features: [feature], colour: COLOURS[index] ?? 6 }] : [],
  );
  const rest = drawn.filter((name) => !first.some((feature) => feature === name));
  if (rest.length === 0) return own;
  const [only] = rest;
  const feature = rest.length === 1 && only !== undefined ? only : null;
  return [...own, { key: feature ?? 'other', feature, features: rest, colour: 6 }];
}

/** The colour of a feature, the same in every chart and table. */
export function colourOf(feature: string): ChartColour {
  return COLOURS[ORDER.findIndex((name) => name === feature)] ?? 6;
}
