import { Fragment, memo, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { ComposedChart, XAxis, YAxis } from 'recharts';
import { formatUtcDay } from '#src/format/utc-day.ts';
import { CHART_PATTERNS, useChartPaints, type ChartPaints } from './chart-colours.ts';
import type { ChartLine, DayChartProps } from './chart-types.ts';
import { DayOverlay, type DayReadings } from './day-overlay.tsx';
import { messages } from './day-reading.ts';
import { niceTicks, plotOf, type DayPlace, type Plot } from './plot.ts';
import { placeLabels, type Box, type WantedLabel, textWidth } from './place-labels.ts';
import { SeriesPatterns } from './swatch.tsx';

/** Words within the picture. */
export interface PlotLabel extends Omit<WantedLabel, 'width'> {
  readonly text: string;
  readonly paint: string;
  readonly isStrong: boolean;
}

/** The marks and words of a kind of chart, on the axes that all have. */
interface Drawing {
  /** Marks of Recharts. */
  readonly marks: ReactNode;
  /** Shapes above the marks, drawn in the same pass; the `ReferenceDot` of Recharts would need another one. */
  readonly above: ReactNode;
  /** Where they are, for words to keep off. */
  readonly boxes: readonly Box[];
  /** Words that come before those of the lines. */
  readonly labels: readonly PlotLabel[];
}

/** A kind of chart, for the days, axes and limits that all have. */
interface DayPlotProps extends DayChartProps, DayReadings {
  readonly place: DayPlace;
  /** All values that are drawn, lines aside. */
  readonly values: readonly number[];
  /** Where the axis has its ticks, from its least to its most, where it does not begin with 0. */
  readonly ticks?: readonly number[];
  /** px above the values, and of a second panel below them with the same days. */
  readonly above?: number;
  readonly below?: number;
  /** The rows of the marks: `x` in parts of the axis, one a day, from its start. */
  readonly data: readonly { readonly x: number }[];
  readonly draw: (plot: Plot) => Drawing;
}

/** px between a value's label and the plot. */
const LABEL_GAP = 8;

/** Every chart over UTC days. Time runs from left to right in any script. */
export function DayPlot(props: DayPlotProps) {
  const { box, width } = useWidth();
  return (
    <div ref={box} className="relative select-none" dir="ltr" style={{ height: props.height }}>
      {width === 0 ? null : (
        // Out of the flow: what is drawn for a wide page must not keep a narrower one wide.
        <div className="absolute inset-0">
          <PlotOfWidth {...props} width={width} />
        </div>
      )}
    </div>
  );
}

function PlotOfWidth(props: DayPlotProps & { readonly width: number }) {
  const { width, days, format, height, lines = [], place, values } = props;
  const { isForced } = useChartPaints();
  const limits = lines.map(({ value }) => value);
  const isWhole = values.every((value) => Number.isInteger(value));
  const ticks = props.ticks ?? niceTicks(Math.max(0, ...values, ...limits), isWhole);
  const words = ticks.map((tick) => format(tick, 'short'));
  const labelWidth = Math.ceil(Math.max(...words.map(textWidth)) + LABEL_GAP);
  const { above, below } = props;
  const [min, max] = [ticks[0], ticks.at(-1) || 1];
  const plot = plotOf({ width, height, labelWidth, days: days.length, min, max, above, below, place });
  return (
    <>
      <DayPicture
        {...props}
        plot={plot}
        ticks={ticks}
        // Functions are new each time; what they would draw is in these.
        shown={JSON.stringify([width, isForced, words, format(plot.max, 'full'), props])}
      />
      <DayOverlay {...props} plot={plot} />
    </>
  );
}

/** px that an element is wide, 0 until it is known. */
function useWidth(): { readonly box: RefObject<HTMLDivElement | null>; readonly width: number } {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

interface DayPictureProps extends Omit<DayPlotProps, 'ticks'> {
  readonly width: number;
  readonly plot: Plot;
  readonly ticks: readonly number[];
  /** All that the picture shows, as text. */
  readonly shown: string;
}

/** An axis is a scale for the marks: its ticks are reckoned and drawn here, and those of Recharts measure each in the page. */
const SCALE = { type: 'number', hide: true, allowDataOverflow: true, niceTicks: 'none' } as const;
/** Marks stand where they are written: layers of their own are drawn in one more pass each. */
export const IN_PLACE = { zIndex: 0, isAnimationActive: false } as const;
const TEXT = 'text-11 tabular-nums';

/**
 * The SVG of a chart. Recharts takes most of a page's time, and a page is drawn anew with each of its answers: so the
 * picture is drawn once for all that it shows, and what follows pointer and keys lies above it (`DayOverlay`).
 */
const DayPicture = memo(
  function DayPicture(props: DayPictureProps) {
    const { label, days, format, height, width, plot, ticks, lines = [], today, data, draw } = props;
    const paints = useChartPaints();
    const { marks, above, boxes, labels } = draw(plot);
    return (
      <ComposedChart
        role="img"
        aria-label={label}
        width={width}
        height={height}
        data={[...data]}
        margin={{ top: plot.top, right: width - plot.right, bottom: height - plot.bottom, left: plot.left }}
        accessibilityLayer={false}
      >
        {paints.isForced ? (
          <defs>
            <SeriesPatterns of={CHART_PATTERNS} />
          </defs>
        ) : null}
        <XAxis {...SCALE} dataKey="x" domain={[0, days.length]} />
        <YAxis {...SCALE} domain={[ticks[0] ?? 0, plot.max]} />
        {ticks.map((tick) => (
          <Fragment key={tick}>
            <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} stroke={paints.grid} />
            <text x={plot.left - 8} y={plot.y(tick) + 4} textAnchor="end" fill={paints.axis} className={TEXT}>
              {format(tick, 'short')}
            </text>
          </Fragment>
        ))}
        {marks}
        {dayLabels(days, plot.right - plot.left, today, messages.today).map(({ index, text, isToday }) => (
          <text
            key={index}
            x={plot.dayX(index)}
            y={height - 6}
            textAnchor="middle"
            fill={isToday ? paints.text : paints.axis}
            className={`${TEXT} ${isToday ? 'font-medium' : ''}`}
          >
            {text}
          </text>
        ))}
        {lines.map(({ value, look, tone }, index) => (
          <line
            key={index}
            x1={plot.left}
            x2={plot.right}
            y1={plot.y(value)}
            y2={plot.y(value)}
            stroke={paints.line[tone]}
            strokeWidth={1.5}
            strokeDasharray={look === 'dashed' ? '5 3' : undefined}
          />
        ))}
        {above}
        <PlotLabels
          plot={plot}
          labels={[...labels, ...lineLabels(plot, lines, paints)]}
          marks={[...boxes, ...lineBoxes(plot, lines)]}
        />
      </ComposedChart>
    );
  },
  (before, after) => before.shown === after.shown,
);

/** Where the lines run, so that no other words stand on them. */
function lineBoxes({ left, right, y }: Plot, lines: readonly ChartLine[]): readonly Box[] {
  return lines.map(({ value }) => ({ left, right, top: y(value) - 1, bottom: y(value) + 1 }));
}

/** The text of each line, on it: at its start, else at its end or below. */
function lineLabels(plot: Plot, lines: readonly ChartLine[], paints: ChartPaints): readonly PlotLabel[] {
  const start = { x: plot.left + 6, anchor: 'start' } as const;
  const end = { x: plot.right - 6, anchor: 'end' } as const;
  const middle = { x: (plot.left + plot.right) / 2, anchor: 'middle' } as const;
  return lines.map(({ label, value, tone }) => {
    const above = { y: plot.y(value) - 6 };
    const below = { y: plot.y(value) + 14 };
    return {
      key: `line ${label}`,
      text: label,
      paint: paints.lineText[tone],
      isStrong: false,
      places: [
        { ...start, ...above },
        { ...end, ...above },
        { ...start, ...below },
        { ...end, ...below },
        { ...middle, ...above },
        { ...middle, ...below },
      ],
    };
  });
}

interface PlotLabelsProps {
  readonly plot: Plot;
  /** The most important first: it gets the place it wants. */
  readonly labels: readonly PlotLabel[];
  /** What they keep off where they can. */
  readonly marks: readonly Box[];
}

/** Labels that cover none of each other, as those of Recharts do; a rim lets them be read over lines and columns. */
function PlotLabels({ plot, labels, marks }: PlotLabelsProps) {
  const { surface } = useChartPaints();
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
        className={`${TEXT} ${isStrong ? 'font-semibold' : 'font-medium'}`}
      >
        {text}
      </text>
    );
  });
}

/** A label under the axis of days, at the day with this index. */
interface DayLabel {
  readonly index: number;
  readonly text: string;
  readonly isToday: boolean;
}

/** px that a label needs. */
const ROOM = 54;
const MAX_LABELS = 7;
const STEPS = [1, 2, 3, 7, 14, 28, 56, 91, 182, 364];
/** Days of a month, where the axis begins with one: 1, 5, 10, 15 and not 1, 8, 15. */
const MONTH_STEPS = [1, 2, 5, 10, 15];

/**
 * About five labels: "22 Oct", then the number of the day, with the name of the month where it has changed. @param width
 * px of the axis @param today the index of the day that is not over, labelled by its name; no other label stands near it
 */
export function dayLabels(days: readonly string[], width: number, today: number | null, todayText: string): DayLabel[] {
  const each = width / Math.max(1, days.length);
  const most = Math.max(2, Math.min(MAX_LABELS, Math.floor(width / ROOM)));
  const isMonth = days.length <= 31 && days.length > 7 && days[0]?.endsWith('-01') === true;
  const steps = isMonth ? MONTH_STEPS : STEPS;
  const at = (step: number): number[] =>
    days.flatMap((day, index) => {
      const number = Number(day.slice(8));
      const isAt = isMonth ? step === 1 || index === 0 || number % step === 0 : index % step === 0;
      return isAt ? [index] : [];
    });
  const found = steps.map(at).find((indexes) => indexes.length <= most) ?? [0];
  const chosen = found.filter((index) => today === null || Math.abs(index - today) * each >= ROOM);
  if (today !== null) chosen.push(today);
  let month = '';
  return chosen
    .toSorted((a, b) => a - b)
    .map((index) => {
      const day = days[index] ?? '';
      if (index === today) return { index, text: todayText, isToday: true };
      const text = day.slice(0, 7) === month ? String(Number(day.slice(8))) : formatUtcDay(day);
      month = day.slice(0, 7);
      return { index, text, isToday: false };
    });
}
