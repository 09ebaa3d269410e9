import { createAtom, useSelector } from '@tanstack/react-store';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { DayChartProps } from './chart-types.ts';
import { sayReading, type DayReading, messages } from './day-reading.ts';
import { useChartPaints } from './chart-colours.ts';
import type { Plot } from './plot.ts';

/** The day that is looked at. There is one pointer and one focus in a page, so there is one of these. */
interface Crosshair {
  /** Every chart of this group draws its rule there. */
  readonly group: string;
  readonly day: string;
  /** The chart under the pointer or with the focus: it has the tooltip. */
  readonly chart: string;
}

const crosshair = createAtom<Crosshair | null>(null);

/** A chart that is left takes only its own crosshair away. */
function clearCrosshair(chart: string): void {
  if (crosshair.get()?.chart === chart) crosshair.set(() => null);
}

/** The readings of a chart, day by day. */
export interface DayReadings extends Pick<DayChartProps, 'label' | 'days' | 'height' | 'group' | 'onDay' | 'dayLink'> {
  /** The index of the day that is not over. */
  readonly today: number | null;
  readonly read: (index: number) => DayReading;
  /** The values that have a dot under the crosshair. */
  readonly dots?: (index: number) => readonly { readonly value: number; readonly paint: string }[];
  /** The key of the series that is drawn at a value of a day. */
  readonly seriesAt?: (index: number, value: number) => string | undefined;
}

interface DayOverlayProps extends DayReadings {
  /** px of the picture. */
  readonly width: number;
  readonly plot: Plot;
}

/**
 * All that follows pointer and keys, above the picture: it is not drawn anew with each step. The tooltip of Recharts cannot
 * stand in for it: it takes no key where the marks have no focus, and a reader is interrupted by each of its days.
 */
export function DayOverlay(props: DayOverlayProps) {
  const { label, width, plot, days, height, today, read, dots = () => [], group: shared } = props;
  const { onDay, dayLink, seriesAt } = props;
  const [isTapped, setTapped] = useState(false);
  const chart = useId();
  const group = shared ?? chart;
  const at = useSelector(crosshair, (now) => (now?.group === group ? now : null));
  const index = at === null ? -1 : days.indexOf(at.day);
  const isHere = index >= 0 && at?.chart === chart;
  // Without a day there is nothing to walk over.
  if (days.length === 0) return null;
  return (
    <>
      {index < 0 ? null : <DayRule plot={plot} height={height} index={index} dots={dots(index)} />}
      <DayWalker
        label={messages.walk(label)}
        plot={plot}
        days={days}
        chart={chart}
        index={isHere ? index : null}
        start={today ?? days.length - 1}
        say={(day) => sayReading(read(day))}
        onWalk={(day) => {
          const next = { group, day, chart };
          if (at?.chart !== chart || at.day !== day) crosshair.set(() => next);
        }}
        onDay={onDay}
        seriesAt={seriesAt}
        onTap={setTapped}
      />
      {isHere ? (
        <DayTooltip plot={plot} width={width} index={index} reading={read(index)}>
          {isTapped ? dayLink?.(days[index] ?? '') : null}
        </DayTooltip>
      ) : null}
    </>
  );
}

interface DayTooltipProps {
  readonly plot: Plot;
  /** px of the picture. */
  readonly width: number;
  readonly index: number;
  readonly reading: DayReading;
  /** A link, for a finger. */
  readonly children: ReactNode;
}

/** px between the rule and the tooltip. */
const AWAY = 10;
const SQUARE = 8;

/** The figures of a day beside its rule. They reach assistive technology as words that are spoken, so they are hidden. */
function DayTooltip({ plot, width, index, reading, children }: DayTooltipProps) {
  const paints = useChartPaints();
  const x = plot.dayX(index);
  const side = x > (plot.left + plot.right) / 2 ? { right: width - x + AWAY } : { left: x + AWAY };
  return (
    <div
      className="pointer-events-none absolute z-10 max-w-64 rounded-chip border border-transparent bg-raised px-2 py-1 text-12 text-ink shadow-1"
      style={{ top: plot.top, ...side }}
    >
      <div aria-hidden="true">
        <p className="font-medium whitespace-nowrap">{reading.day}</p>
        {reading.rows.map(({ label, value, colour }) => (
          <p key={label} className="flex items-center gap-1.5 whitespace-nowrap">
            {colour === null ? null : (
              <svg width={SQUARE} height={SQUARE} className="flex-none">
                <rect width={SQUARE} height={SQUARE} rx={2} fill={paints.series[colour]} />
              </svg>
            )}
            <span className="min-w-0 truncate text-ink-2">{label}</span>
            <span className="ms-auto ps-3 tabular-nums">{value}</span>
          </p>
        ))}
        {reading.note === null ? null : <p className="text-ink-2">{reading.note}</p>}
      </div>
      {children === null || children === undefined ? null : <div className="pointer-events-auto">{children}</div>}
    </div>
  );
}

interface DayRuleProps {
  readonly plot: Plot;
  readonly height: number;
  readonly index: number;
  /** Values that get a dot at this day. */
  readonly dots: readonly { readonly value: number; readonly paint: string }[];
}

/** The dotted rule at the day that is looked at. */
function DayRule({ plot, height, index, dots }: DayRuleProps) {
  const paints = useChartPaints();
  const x = plot.dayX(index);
  return (
    <svg
      aria-hidden="true"
      data-crosshair={index}
      width="100%"
      height={height}
      className="pointer-events-none absolute inset-0"
    >
      <line x1={x} x2={x} y1={plot.top} y2={plot.floor} stroke={paints.axis} strokeDasharray="2 3" />
      {dots.map(({ value, paint }) => (
        <circle key={value} cx={x} cy={plot.y(value)} r={4} fill={paint} stroke={paints.surface} strokeWidth={2} />
      ))}
    </svg>
  );
}

interface DayWalkerProps {
  readonly label: string;
  readonly plot: Plot;
  readonly days: readonly string[];
  /** The id of this chart. */
  readonly chart: string;
  /** The day that the crosshair is at. */
  readonly index: number | null;
  /** Where walking begins: today, or the last day. */
  readonly start: number;
  readonly say: (index: number) => string;
  readonly onWalk: (day: string) => void;
  readonly onDay: DayChartProps['onDay'];
  readonly seriesAt: DayReadings['seriesAt'];
  /** The day is read by a finger that is gone, or no longer. */
  readonly onTap: (isTapped: boolean) => void;
}

/** So long a finger rests before it reads: until then it scrolls. */
const HOLD_MS = 300;
/** px that a resting finger may move. */
const HOLD_SLACK = 8;

/**
 * What takes the pointer and the keys of a chart: one tab stop, a slider over the days, so that readers speak each day
 * that the arrow keys lead to, by themselves and politely.
 */
function DayWalker(props: DayWalkerProps) {
  const { label, plot, days, chart, index, start, say, onWalk, onDay, seriesAt, onTap } = props;
  const hold = useRef<{ readonly timer: number; readonly x: number; readonly y: number } | null>(null);
  const isHeld = useRef(false);
  /** What the pointer that is or was down has done: a click does not say so in every browser. */
  const finger = useRef<'none' | 'tap' | 'held'>('none');

  const release = (): void => {
    if (hold.current !== null) clearTimeout(hold.current.timer);
    hold.current = null;
    isHeld.current = false;
  };
  useEffect(
    () => () => {
      release();
      clearCrosshair(chart);
    },
    [chart],
  );

  const goTo = (next: number): void => {
    const day = days[next];
    if (day !== undefined) onWalk(day);
  };
  const read = (event: PointerEvent<HTMLElement>): void => {
    goTo(plot.dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  const open = (series?: string): void => {
    const day = index === null ? undefined : days[index];
    if (day !== undefined) onDay?.(day, series);
  };
  const leave = (): void => {
    release();
    onTap(false);
    clearCrosshair(chart);
  };
  const click = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = plot.dayAt(event.clientX - box.left);
    if (finger.current === 'held') return;
    if (finger.current === 'tap' && at !== index) {
      onTap(true);
      return goTo(at);
    }
    const y = event.clientY - box.top;
    // The names of the days below are of no series.
    open(index === null || y > plot.bottom ? undefined : seriesAt?.(index, plot.valueAt(y)));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const last = days.length - 1;
    if (event.key === 'Enter') return open();
    const next = nextIndex(event.key, index, start, last);
    if (next !== null) goTo(next);
    else if (event.key !== 'Escape' || index === null) return;
    else leave();
    event.preventDefault();
  };

  return (
    <div
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, days.length - 1)}
      aria-valuenow={index ?? start}
      aria-valuetext={say(index ?? start)}
      tabIndex={0}
      className={`absolute inset-0 touch-pan-y rounded-tag ${onDay === undefined || index === null ? '' : 'cursor-pointer'}`}
      onClick={click}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target.matches(':focus-visible') && goTo(start)}
      // The link of the reading takes the focus before it is followed.
      onBlur={(event) => event.currentTarget.nextElementSibling?.contains(event.relatedTarget) !== true && leave()}
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch' || isHeld.current) read(event);
        else if (hold.current !== null) {
          const moved = Math.hypot(event.clientX - hold.current.x, event.clientY - hold.current.y);
          if (moved > HOLD_SLACK) release();
        }
      }}
      onPointerDown={(event) => {
        finger.current = event.pointerType === 'touch' ? 'tap' : 'none';
        if (event.pointerType !== 'touch') return;
        const { currentTarget, clientX, clientY } = event;
        const x = clientX - currentTarget.getBoundingClientRect().left;
        const timer = window.setTimeout(() => {
          isHeld.current = true;
          finger.current = 'held';
          onTap(false);
          goTo(plot.dayAt(x));
        }, HOLD_MS);
        hold.current = { timer, x: clientX, y: clientY };
      }}
      // A finger that has tapped is gone, and what it reads stays.
      onPointerUp={(event) => event.pointerType === 'touch' && (isHeld.current ? leave() : release())}
      onPointerCancel={leave}
      onPointerLeave={(event) => (event.pointerType === 'touch' ? release() : leave())}
      onContextMenu={(event) => isHeld.current && event.preventDefault()}
    />
  );
}

/** Where a key leads; null when it leads nowhere. */
function nextIndex(key: string, index: number | null, start: number, last: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  return Math.min(last, Math.max(0, (index ?? start) + (key === 'ArrowRight' ? 1 : -1)));
}
