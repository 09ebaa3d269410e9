import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { messages } from './messages.ts';
import type { Plot } from '#src/charts/scale/plot.ts';
import { clearCrosshair, setCrosshair } from './crosshair.ts';

interface DayWalkerProps {
  readonly plot: Plot;
  readonly days: readonly string[];
  readonly group: string;
  /** The id of this chart. */
  readonly chart: string;
  /** The day that the crosshair is at. */
  readonly index: number | null;
  /** Where walking begins: today, or the last day. */
  readonly start: number;
  readonly say: (index: number) => string;
}

/** So long a finger rests before it reads: until then it scrolls. */
const HOLD_MS = 300;
/** px that a resting finger may move. */
const HOLD_SLACK = 8;

/**
 * What takes the pointer and the keys of a chart: one tab stop, a slider over the days, so that readers speak each day
 * that the arrow keys lead to, by themselves and politely.
 */
export function DayWalker({ plot, days, group, chart, index, start, say }: DayWalkerProps) {
  const hold = useRef<{ readonly timer: number; readonly x: number; readonly y: number } | null>(null);
  const isHeld = useRef(false);

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
    if (day !== undefined) setCrosshair({ group, day, chart });
  };
  const read = (event: PointerEvent<HTMLElement>): void => {
    goTo(plot.dayAt(event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  const leave = (): void => {
    release();
    clearCrosshair(chart);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const last = days.length - 1;
    const next = nextIndex(event.key, index, start, last);
    if (next !== null) goTo(next);
    else if (event.key !== 'Escape' || index === null) return;
    else leave();
    event.preventDefault();
  };

  return (
    <div
      role="slider"
      aria-label={messages.walk}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, days.length - 1)}
      aria-valuenow={index ?? start}
      aria-valuetext={say(index ?? start)}
      tabIndex={0}
      className="absolute inset-0 touch-pan-y rounded-tag"
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target.matches(':focus-visible') && goTo(start)}
      onBlur={leave}
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch' || isHeld.current) read(event);
        else if (hold.current !== null) {
          const moved = Math.hypot(event.clientX - hold.current.x, event.clientY - hold.current.y);
          if (moved > HOLD_SLACK) release();
        }
      }}
      onPointerDown={(event) => {
        if (event.pointerType !== 'touch') return;
        const { currentTarget, clientX, clientY } = event;
        const x = clientX - currentTarget.getBoundingClientRect().left;
        const timer = window.setTimeout(() => {
          isHeld.current = true;
          goTo(plot.dayAt(x));
        }, HOLD_MS);
        hold.current = { timer, x: clientX, y: clientY };
      }}
      onPointerUp={(event) => event.pointerType === 'touch' && leave()}
      onPointerCancel={leave}
      onPointerLeave={leave}
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
