import type { ChartColour } from '#src/charts/chart-colours.tsx';

/** Series that have a colour of their own; the others share the next one. */
const COLOURED = 5;

/** The series of a stacked chart: one feature each, or all beyond the fifth. */
interface FeatureSeries {
  /** The feature, or `other`. */
  readonly key: string;
  readonly features: readonly string[];
  readonly colour: ChartColour;
}

/** @param features the costliest first */
export function featureSeries(features: readonly string[]): readonly FeatureSeries[] {
  const own = features.slice(0, features.length === COLOURED + 1 ? COLOURED + 1 : COLOURED);
  const rest = features.slice(own.length);
  const series = [
    ...own.map((feature) => ({ key: feature, features: [feature] })),
    ...(rest.length === 0 ? [] : [{ key: OTHER, features: rest }]),
  ];
  return series.map((one, index) => ({ ...one, colour: COLOURS[index] ?? 6 }));
}

/** The key of the series of several features. A space is in no name of a feature. */
export const OTHER = 'all others';
const COLOURS = [1, 2, 3, 4, 5, 6] as const satisfies readonly ChartColour[];
