import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Plot } from './plot.ts';

interface LineHandleProps {
  readonly plot: Plot;
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly onChange: (value: number) => void;
  /** While it is dragged the axis stays as it is, or the line would run away from the pointer. */
  readonly onDrag: (isDragged: boolean) => void;
}

const STEP = 0.01;
const BIG_STEP = 0.1;
/** px of the strip that takes a mouse along the whole line. */
const STRIP = 9;
/** px of the handle, of which a part is seen. */
const HANDLE = 24;

/** Drags a line: a slider at its end, and with the mouse the line itself. */
export function LineHandle({ plot, label, value, text, onChange, onDrag }: LineHandleProps) {
  const frame = useRef(0);
  const y = plot.y(value);

  const drag = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      onDrag(true);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const box = event.currentTarget.offsetParent?.getBoundingClientRect();
      if (box === undefined) return;
      const next = plot.valueAt(event.clientY - box.top);
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() => onChange(next));
    },
    onPointerUp: () => onDrag(false),
    onPointerCancel: () => onDrag(false),
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const sign = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (sign === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // One percent of the value; from nothing, of the axis.
    const base = value > 0 ? value : plot.max;
    onChange(Math.max(0, value + sign * base * (event.shiftKey ? BIG_STEP : STEP)));
  };

  return (
    <>
      <div
        aria-hidden="true"
        className="absolute cursor-ns-resize pointer-coarse:hidden"
        style={{ top: y - STRIP / 2, left: plot.left, width: plot.right - plot.left, height: STRIP }}
        {...drag}
      />
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={Math.max(plot.max, value)}
        aria-valuenow={value}
        aria-valuetext={text}
        className="hit absolute grid size-6 cursor-ns-resize touch-none place-items-center rounded-full"
        style={{ top: y - HANDLE / 2, left: plot.right - HANDLE / 2 }}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <span className="size-4 rounded-full border-2 border-current bg-surface text-ink" />
      </div>
    </>
  );
}
