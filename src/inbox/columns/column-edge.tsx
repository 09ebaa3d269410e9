import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { columnsMessages } from './columns-messages.ts';
import { MAX_COLUMN_WIDTH } from './columns.ts';

interface ColumnEdgeProps {
  readonly name: string;
  readonly column: string;
  readonly width: number | null;
  readonly min: number;
  readonly isTabStop: boolean;
  /** Null gives the width back to the table. */
  readonly onWidth: (width: number | null) => void;
  /** Goes to the edge of another column. */
  readonly onGo: (by: 1 | -1) => void;
}

const STEP = 16;

/** The end of a heading, to be dragged, or moved with the arrow keys. */
export function ColumnEdge({ name, column, width, min, isTabStop, onWidth, onGo }: ColumnEdgeProps) {
  const [measured, setMeasured] = useState<number | null>(null);
  const { widthOf, widthHint } = columnsMessages;
  const signOf = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
  const put = (next: number) => onWidth(Math.round(Math.max(min, Math.min(next, MAX_COLUMN_WIDTH))));

  function measure(element: Element): number {
    return element.parentElement?.offsetWidth ?? min;
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const start = { x: event.clientX, width: measure(handle), sign: signOf(handle) };
    handle.setPointerCapture(event.pointerId);
    const move = (at: globalThis.PointerEvent) => put(start.width + (at.clientX - start.x) * start.sign);
    const done = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('lostpointercapture', done);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', done);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sign = signOf(event.currentTarget);
    const by = { ArrowLeft: -STEP * sign, ArrowRight: STEP * sign }[event.key];
    if (by !== undefined) put(measure(event.currentTarget) + by);
    else if (event.key === 'Home') put(min);
    else if (event.key === 'Enter') onWidth(null);
    else if (event.key === 'ArrowUp') onGo(-1);
    else if (event.key === 'ArrowDown') onGo(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <span
      role="separator"
      data-edge={column}
      tabIndex={isTabStop ? 0 : -1}
      aria-orientation="vertical"
      aria-label={widthOf(name)}
      aria-valuemin={min}
      aria-valuemax={MAX_COLUMN_WIDTH}
      aria-valuenow={width ?? measured ?? min}
      aria-valuetext={columnsMessages.width(width ?? measured ?? min)}
      title={widthHint}
      className="group/edge absolute -end-[9px] top-1/2 flex h-6 w-[7px] -translate-y-1/2 cursor-col-resize touch-none justify-center rounded-tag"
      onPointerDown={onPointerDown}
      onFocus={(event) => setMeasured(measure(event.currentTarget))}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={onKeyDown}
    >
      <span className="h-4 w-px self-center bg-line group-hover/edge:bg-accent group-focus-visible/edge:bg-accent pointer-fine:opacity-0 group-hover/head:opacity-100 group-focus-visible/edge:opacity-100" />
    </span>
  );
}
