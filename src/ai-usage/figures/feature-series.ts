import type { ChartColour } from '#src/charts/chart-types.ts';

/** The features that have a colour of their own, in the order in which they are drawn. */
const ORDER = ['bot', 'copilot', 'summary', 'kb_search', 'intent', 'tone'] as const;
const COLOURS = [1, 2, 3, 4, 5, 6] as const satisfies readonly ChartColour[];
const OTHER: ChartColour = 6;

/** A series of the charts: one feature, or what is beyond six series. */
interface FeatureSeries {
  readonly key: string;
  /** Null: several features together. */
  readonly feature: string | null;
  readonly features: readonly string[];
  readonly colour: ChartColour;
}

/** The colours of features, the same in every chart and table of a page. */
export type ColourOf = (feature: string) => ChartColour;

/**
 * The five dearest have a colour each, known ones their own and others one that is free; what is beyond shares the last.
 */
export function featureColours(
  features: readonly { readonly feature: string; readonly costUsd: number; readonly calls: number }[],
): ColourOf {
  const own = ORDER.slice(0, -1);
  const dearest = features
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.costUsd - a.costUsd || b.calls - a.calls)
    .slice(0, own.length)
    .map(({ feature }) => feature);
  const free = own.flatMap((name, index) => (dearest.includes(name) ? [] : [COLOURS[index] ?? OTHER]));
  const colours = new Map<string, ChartColour>(
    own.flatMap((name, index) => (dearest.includes(name) ? [[name, COLOURS[index] ?? OTHER]] : [])),
  );
  for (const name of dearest) if (!colours.has(name)) colours.set(name, free.shift() ?? OTHER);
  return (feature) => colours.get(feature) ?? OTHER;
}

/** The series of the features that have something to draw, in the order of their colours; the last by its name where it is alone. */
export function featureSeries(drawn: readonly string[], colourOf: ColourOf): readonly FeatureSeries[] {
  return [...COLOURS].flatMap((colour): FeatureSeries[] => {
    const features = drawn.filter((name) => colourOf(name) === colour);
    const [only] = features;
    if (only === undefined) return [];
    const feature = features.length === 1 ? only : null;
    return [{ key: feature ?? 'other', feature, features, colour }];
  });
}
