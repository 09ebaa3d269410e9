import { useMedia } from '#src/browser/use-media.ts';
import { SVG_FILL } from './chart-colours.ts';
import type { ChartColour, ChartLine } from './chart-types.ts';

/** Paints for the attributes `fill` and `stroke`. */
export interface ChartPaints {
  readonly isForced: boolean;
  readonly series: Readonly<Record<ChartColour, string>>;
  readonly grid: string;
  readonly rule: string;
  readonly axis: string;
  readonly text: string;
  readonly surface: string;
  readonly band: string;
  readonly line: Readonly<Record<ChartLine['tone'], string>>;
  readonly lineText: Readonly<Record<ChartLine['tone'], string>>;
}

const TOKENS: ChartPaints = {
  isForced: false,
  series: SVG_FILL,
  grid: 'var(--chart-grid)',
  rule: 'var(--line-strong)',
  axis: 'var(--text-3)',
  text: 'var(--text)',
  surface: 'var(--bg-surface)',
  band: 'var(--accent)',
  line: { warn: 'var(--warn)', danger: 'var(--danger)', ink: 'var(--text-2)' },
  lineText: { warn: 'var(--warn-text)', danger: 'var(--danger-text)', ink: 'var(--text-2)' },
};

/** Few colours are left to us there: series differ by their pattern (`SeriesPatterns` of `day-plot.tsx`), lines by their dashes. */
const FORCED: ChartPaints = {
  isForced: true,
  series: {
    1: 'CanvasText',
    2: 'url(#chart-pattern-2)',
    3: 'url(#chart-pattern-3)',
    4: 'url(#chart-pattern-4)',
    5: 'url(#chart-pattern-5)',
    6: 'url(#chart-pattern-6)',
    muted: 'GrayText',
    danger: 'Highlight',
  },
  grid: 'GrayText',
  rule: 'CanvasText',
  axis: 'CanvasText',
  text: 'CanvasText',
  surface: 'Canvas',
  band: 'GrayText',
  line: { warn: 'Highlight', danger: 'Highlight', ink: 'CanvasText' },
  lineText: { warn: 'CanvasText', danger: 'CanvasText', ink: 'CanvasText' },
};

export function useChartPaints(): ChartPaints {
  return useMedia('(forced-colors: active)') ? FORCED : TOKENS;
}
