import { placeLabels, type Box, type WantedLabel } from '#src/charts/scale/place-labels.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { usePalette } from './palette.ts';
import { textWidth } from './text-width.ts';

/** Words within the picture. */
export interface PlotLabel extends Omit<WantedLabel, 'width'> {
  readonly text: string;
  readonly paint: string;
  readonly isStrong: boolean;
}

interface PlotLabelsProps {
  readonly plot: Plot;
  /** The most important first: it gets the place it wants. */
  readonly labels: readonly PlotLabel[];
  /** What they keep off where they can. */
  readonly marks: readonly Box[];
}

/** Labels that cover none of each other; a rim in the colour behind them lets them be read over lines and columns. */
export function PlotLabels({ plot, labels, marks }: PlotLabelsProps) {
  const { surface } = usePalette();
  const wanted = labels.map(({ key, text, places }) => ({ key, places, width: textWidth(text) }));
  const bounds = { left: plot.left, right: plot.right, top: 0, bottom: plot.bottom };
  const placed = placeLabels(wanted, bounds, marks);
  return labels.map(({ key, text, paint, isStrong }) => {
    const place = placed.get(key);
    if (place === undefined) return null;
    return (
      <text
        key={key}
        x={place.x}
        y={place.y}
        textAnchor={place.anchor}
        fill={paint}
        stroke={surface}
        strokeWidth={4}
        strokeLinejoin="round"
        paintOrder="stroke"
        className={`text-11 tabular-nums ${isStrong ? 'font-semibold' : 'font-medium'}`}
      >
        {text}
      </text>
    );
  });
}
