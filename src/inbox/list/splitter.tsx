import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { messages } from '#src/inbox/messages.ts';
import { MAX_LIST_PX, MIN_LIST_PX } from './list-width.ts';

interface SplitterProps {
  /** The present width in px. */
  readonly measure: () => number;
  /** px; null until a person has chosen one. */
  readonly width: number | null;
  readonly onWidth: (width: number) => void;
}

const STEP = 16;

/** The border between the list and the open ticket: dragged, or moved with the arrow keys. */
export function Splitter({ measure, width, onWidth }: SplitterProps) {
  const [measured, setMeasured] = useState(MIN_LIST_PX);
  const start = useRef({ x: 0, width: 0 });
  const put = (next: number) => onWidth(Math.round(Math.max(MIN_LIST_PX, Math.min(next, MAX_LIST_PX))));

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: measure() };
  }

  function onPointerMove({ currentTarget: handle, pointerId, clientX }: PointerEvent<HTMLElement>): void {
    if (!handle.hasPointerCapture(pointerId)) return;
    put(start.current.width + (clientX - start.current.x) * signOf(handle));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sign = signOf(event.currentTarget);
    const next = {
      ArrowLeft: measure() - STEP * sign,
      ArrowRight: measure() + STEP * sign,
      Home: MIN_LIST_PX,
      End: MAX_LIST_PX,
    }[event.key];
    if (next === undefined) return;
    put(next);
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.listWidth}
      aria-valuemin={MIN_LIST_PX}
      aria-valuemax={MAX_LIST_PX}
      aria-valuenow={width ?? measured}
      className="relative z-[1] -ms-px w-px flex-none cursor-col-resize touch-none bg-line after:absolute after:inset-y-0 after:-inset-x-1 after:content-[''] hover:bg-accent focus-visible:bg-accent"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onFocus={() => setMeasured(measure())}
      onKeyDown={onKeyDown}
    />
  );
}

function signOf(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}
