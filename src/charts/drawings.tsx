import { memo, type ReactNode, useEffect, useRef } from 'react';
import {
  Area,
  Bar,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  useActiveTooltipLabel,
  XAxis,
  YAxis,
} from 'recharts';
import { useMedia } from '#src/browser/use-media.ts';
import { formatCount } from '#src/format/number.ts';
import { formatUtcDay } from '#src/format/days.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { type ChartColour, DASHES, OUTLINE, paintOf, Swatch } from './chart-colours.tsx';
import type { BurnUpChartProps, ColumnChartProps, DayChartProps, DayNote, TrendChartProps } from './chart-props.ts';

const messages = defineMessages({
  /** A day that is not over. */
  soFar: (day: string) => `${day}, so far`,
  total: 'Total',
  forecast: 'Forecast',
  range: 'Range',
  fromTo: (low: string, high: string) => `${low} to ${high}`,
  unknown: 'Unknown',
});

/** A line of the tooltip. */
interface Row {
  readonly label: string;
  readonly value: string;
  readonly colour: ChartColour | null;
}

interface AxesProps extends DayChartProps {
  readonly nameOf?: ((day: string) => string) | undefined;
  readonly notes?: readonly DayNote[];
  /** Ticks of the value axis, where it does not begin with 0. */
  readonly ticks?: readonly number[];
  /** The values are counts. */
  readonly isWhole?: boolean;
  /** The lines of the tooltip of a day. */
  readonly read: (index: number) => readonly Row[];
  /** The marks of Recharts. Each reads its values by the index in its row. */
  readonly children: ReactNode;
}

interface DayRow {
  readonly day: string;
  readonly index: number;
}

const MARGIN = { top: 14, right: 14, bottom: 0, left: 0 };
const STILL = { isAnimationActive: false } as const;
const DASHED = '2 3';
/** Labels below the axis, few enough for a phone. */
const MAX_LABELS = 6;

/** Axes, tooltip and keys of every chart over days. Time runs from left to right in any script. */
function DayChart(props: AxesProps) {
  const { label, days, format, height, isLastPartial, onDay, notes = [], ticks, isWhole, read, children } = props;
  const { nameOf = formatUtcDay } = props;
  const active = useRef<string | undefined>(undefined);
  // A finger reads the tooltip; the days of the table are links.
  const canHover = useMedia('(hover: hover)');
  const open = canHover ? onDay : undefined;
  const step = Math.ceil(days.length / MAX_LABELS);
  const last = days.at(-1);
  return (
    <div
      dir="ltr"
      className={open === undefined ? '' : 'cursor-pointer'}
      onKeyDownCapture={({ key }) => {
        if (key === 'Enter' && active.current !== undefined) onDay?.(active.current);
      }}
    >
      <ComposedChart
        responsive
        style={{ width: '100%', height }}
        data={days.map((day, index): DayRow => ({ day, index }))}
        margin={MARGIN}
        barCategoryGap="15%"
        aria-label={label}
        onClick={({ activeLabel }) => {
          if (typeof activeLabel === 'string') open?.(activeLabel);
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="day"
          ticks={days.filter((_, index) => index % step === 0)}
          interval={0}
          tick={({ x, y, payload }) => (
            <AxisText x={x} y={y} dy="0.71em" anchor="middle">
              {formatUtcDay(String(payload.value))}
            </AxisText>
          )}
          tickLine={false}
          axisLine={false}
        />
        <YAxis
          width={48}
          tickCount={4}
          niceTicks="snap125"
          interval={0}
          tick={({ x, y, payload }) => (
            <AxisText x={x} y={y} dy="0.355em" anchor="end">
              {format(Number(payload.value), 'short')}
            </AxisText>
          )}
          tickLine={false}
          axisLine={false}
          allowDecimals={isWhole !== true}
          {...(ticks === undefined ? {} : { ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1] })}
        />
        {children}
        <Tooltip
          {...STILL}
          filterNull={false}
          cursor={{ stroke: 'var(--text-3)', strokeDasharray: DASHED }}
          content={({ active: isShown, label: day }) =>
            isShown && typeof day === 'string' ? (
              <DayTooltip
                day={isLastPartial === true && day === last ? messages.soFar(nameOf(day)) : nameOf(day)}
                rows={read(days.indexOf(day))}
                notes={notes.filter((note) => note.day === day)}
              />
            ) : null
          }
        />
        <ActiveDay
          onChange={(day) => {
            active.current = day;
          }}
        />
      </ComposedChart>
    </div>
  );
}

interface AxisTextProps {
  readonly x: number | string;
  readonly y: number | string;
  readonly dy: string;
  readonly anchor: 'middle' | 'end';
  readonly children: string;
}

/** The text of a tick. Recharts' own measures each word, which lays out the page again every time. */
function AxisText({ x, y, dy, anchor, children }: AxisTextProps) {
  return (
    <text x={x} y={y} dy={dy} textAnchor={anchor} fontSize={11} fill="var(--text-3)">
      {children}
    </text>
  );
}

/** Reports the day of the tooltip, for Enter. */
function ActiveDay({ onChange }: { readonly onChange: (day: string | undefined) => void }) {
  const label = useActiveTooltipLabel();
  useEffect(() => {
    onChange(typeof label === 'string' ? label : undefined);
  });
  return null;
}

interface DayTooltipProps {
  readonly day: string;
  readonly rows: readonly Row[];
  readonly notes: readonly DayNote[];
}

function DayTooltip({ day, rows, notes }: DayTooltipProps) {
  return (
    <div
      role="status"
      className="max-w-64 rounded-chip border border-transparent bg-raised px-2 py-1 text-12 text-ink shadow-1"
    >
      <p className="font-medium whitespace-nowrap">{day}</p>
      {rows.map(({ label, value, colour }) => (
        <p key={label} className="flex items-center whitespace-nowrap">
          {colour === null ? null : <Swatch colour={colour} />}
          <span className="min-w-0 truncate text-ink-2">{label} </span>
          <span className="ms-auto ps-3 tabular-nums">{value}</span>
        </p>
      ))}
      {notes.map(({ text }) => (
        <p key={text} className="text-ink-2">
          {text}
        </p>
      ))}
    </div>
  );
}

/** Opacity of a day that is not over. */
const PARTIAL = 0.45;

/** A column a day, stacked where there are several series. A day with a note has a dot on top. */
export const Columns = memo(function Columns({ series, notes, ...chart }: ColumnChartProps) {
  const { days, format, onDay, isLastPartial } = chart;
  const canHover = useMedia('(hover: hover)');
  const totalOf = (index: number): number | null => {
    const known = series.map(({ values }) => values[index] ?? null).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  };
  const show = (value: number | null): string => (value === null ? messages.unknown : format(value, 'full'));
  const draw = ({ x, y, width, height, fill, strokeDasharray, originalDataIndex: index }: BarShapeProps) => (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      fill={fill}
      strokeDasharray={strokeDasharray}
      className={OUTLINE}
      fillOpacity={isLastPartial === true && index === days.length - 1 ? PARTIAL : 1}
    />
  );
  return (
    <DayChart
      {...chart}
      notes={notes}
      isWhole={series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))}
      read={(index) => [
        ...(series.length > 1 ? [{ label: messages.total, value: show(totalOf(index)), colour: null }] : []),
        ...series.map(({ label, colour, values }) => ({ label, colour, value: show(values[index] ?? null) })),
      ]}
    >
      {series.map(({ key, label, colour, values }) => (
        <Bar
          {...STILL}
          key={key}
          name={label}
          stackId="all"
          dataKey={({ index }: DayRow) => values[index] ?? null}
          fill={paintOf(colour)}
          strokeDasharray={DASHES[colour]}
          maxBarSize={64}
          shape={draw}
          onClick={({ originalDataIndex: index }, _, event) => {
            const day = days[index];
            // The click on the chart means the whole day.
            event.stopPropagation();
            if (canHover && day !== undefined) onDay?.(day, key);
          }}
        />
      ))}
      {notes.map(({ day }) => (
        <ReferenceDot
          key={day}
          x={day}
          y={totalOf(days.indexOf(day)) ?? 0}
          r={4}
          fill="var(--warn)"
          stroke="var(--bg-surface)"
          className="pointer-events-none"
        />
      ))}
    </DayChart>
  );
});

/** The last known value and its day. */
function lastKnown(days: readonly string[], values: readonly (number | null)[]) {
  const index = values.findLastIndex((value) => value !== null);
  const [day, value] = [days[index], values[index] ?? null];
  return day === undefined || value === null ? null : { day, value };
}

const LINE = { ...STILL, type: 'linear', stroke: paintOf(1), strokeWidth: 2, dot: false } as const;
const LABEL = { fontSize: 11, fontWeight: 500 } as const;

/** A running total against its budget, with the forecast of the days ahead. */
export const BurnUp = memo(function BurnUp({ actual, forecast, budget, crossing, ...chart }: BurnUpChartProps) {
  const { days, format } = chart;
  const now = lastKnown(days, actual);
  const end = lastKnown(days, forecast?.middle ?? []);
  const tone = budget?.isExceeded === true ? 'danger' : 'warn';
  const read = (index: number): readonly Row[] => {
    const [total, middle] = [actual[index] ?? null, forecast?.middle[index] ?? null];
    const [low, high] = [forecast?.low[index] ?? null, forecast?.high[index] ?? null];
    const row = (label: string, value: string) => ({ label, value, colour: 1 as const });
    if (total !== null || middle === null)
      return [row(messages.total, total === null ? messages.unknown : format(total, 'full'))];
    const range = low === null || high === null ? null : messages.fromTo(format(low, 'full'), format(high, 'full'));
    return [row(messages.forecast, format(middle, 'full')), ...(range === null ? [] : [row(messages.range, range)])];
  };
  return (
    <DayChart
      {...chart}
      read={read}
      notes={budget === null || crossing === null ? [] : [{ day: crossing, text: budget.label }]}
    >
      <Area
        {...STILL}
        type="linear"
        dataKey={({ index }: DayRow) => {
          const [low, high] = [forecast?.low[index] ?? null, forecast?.high[index] ?? null];
          return low === null || high === null ? null : [low, high];
        }}
        stroke="none"
        fill="var(--accent)"
        fillOpacity={0.1}
        activeDot={false}
      />
      <Line {...LINE} dataKey={({ index }: DayRow) => forecast?.middle[index] ?? null} strokeDasharray="2 5" />
      <Line {...LINE} dataKey={({ index }: DayRow) => actual[index] ?? null} />
      {budget === null ? null : (
        <ReferenceLine
          y={budget.value}
          ifOverflow="extendDomain"
          stroke={`var(--${tone})`}
          strokeWidth={1.5}
          label={{ ...LABEL, value: budget.label, position: 'insideBottomLeft', fill: `var(--${tone}-text)` }}
        />
      )}
      {now === null ? null : (
        <>
          <ReferenceLine x={now.day} stroke="var(--line-strong)" strokeDasharray={DASHED} />
          <ReferenceDot
            x={now.day}
            y={now.value}
            r={4}
            fill={paintOf(1)}
            stroke="var(--bg-surface)"
            strokeWidth={2}
            label={{ ...LABEL, value: format(now.value, 'full'), position: 'left', fill: 'var(--text)' }}
          />
        </>
      )}
      {end === null || end.day === now?.day ? null : (
        <ReferenceDot
          x={end.day}
          y={end.value}
          r={0}
          label={{ ...LABEL, value: format(end.value, 'short'), position: 'bottom', fill: 'var(--text)' }}
        />
      )}
      {budget === null || crossing === null ? null : (
        <ReferenceDot
          x={crossing}
          y={budget.value}
          r={4}
          fill="var(--bg-surface)"
          stroke={`var(--${tone})`}
          strokeWidth={2}
          label={{ ...LABEL, value: formatUtcDay(crossing), position: 'bottom', fill: `var(--${tone}-text)` }}
        />
      )}
    </DayChart>
  );
});

/** Columns of counts take the lowest part of the chart. */
const COUNT_SHARE = 4;

/** The value of each day over columns of how many answers it is made of, with a line at each note. */
export const Trend = memo(function Trend(props: TrendChartProps) {
  const { values, counts, hollowBelow, words, ...chart } = props;
  const { notes, format } = chart;
  const isAlone = (index: number): boolean =>
    (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
  return (
    <DayChart
      {...chart}
      read={(index) => {
        const value = values[index] ?? null;
        const named = {
          label: words.value,
          value: value === null ? words.none : format(value, 'full'),
          colour: 1,
        } as const;
        const count = { label: words.count, value: formatCount(counts[index] ?? 0), colour: 'muted' } as const;
        return value === null ? [named] : [named, count];
      }}
    >
      <YAxis yAxisId="count" hide domain={[0, Math.max(1, ...counts) * COUNT_SHARE]} />
      <Bar
        {...STILL}
        yAxisId="count"
        dataKey={({ index }: DayRow) => counts[index] ?? 0}
        fill={paintOf('muted')}
        maxBarSize={40}
      />
      {notes.map(({ day, text }) => (
        <ReferenceLine key={`${day} ${text}`} x={day} stroke="var(--text-3)" strokeDasharray={DASHED} />
      ))}
      <Line
        {...LINE}
        dataKey={({ index }: DayRow) => values[index] ?? null}
        dot={({ cx, cy, index }) => {
          const isHollow = (counts[index] ?? 0) < hollowBelow;
          return (values[index] ?? null) !== null && (isHollow || isAlone(index)) ? (
            <circle
              key={index}
              data-point={isHollow ? 'hollow' : 'full'}
              cx={cx}
              cy={cy}
              r={3}
              fill={isHollow ? 'var(--bg-surface)' : paintOf(1)}
              stroke={paintOf(1)}
              strokeWidth={1.5}
            />
          ) : (
            <g key={index} />
          );
        }}
      />
    </DayChart>
  );
});
