import { useRef, useState, type ComponentProps, type KeyboardEvent, type PointerEvent } from 'react';
import { messages } from '#src/inbox/messages.ts';
import { MAX_LIST_PX, MIN_LIST_PX } from './list-width.ts';

interface ResizeHandleProps extends ComponentProps<'div'> {
  readonly label: string;
  /** px; null while no person has chosen one. */
  readonly width: number | null;
  readonly min: number;
  readonly max: number;
  readonly measure: (handle: HTMLElement) => number;
  readonly onWidth: (width: number) => void;
  readonly textOf?: (width: number) => string;
  /** Keys of its own. True says that the key is dealt with. */
  readonly onKey?: (key: string) => boolean;
}

const STEP = 16;

/** The border of a column or pane, to be dragged, or moved with the arrow keys. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { label, width, min, max, measure, onWidth, textOf, onKey, className = '', ...rest } = props;
  const [measured, setMeasured] = useState(min);
  const start = useRef({ x: 0, width: 0 });
  const put = (next: number) => onWidth(Math.round(Math.max(min, Math.min(next, max))));

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: measure(event.currentTarget) };
  }

  function onPointerMove({ currentTarget: handle, pointerId, clientX }: PointerEvent<HTMLElement>): void {
    if (!handle.hasPointerCapture(pointerId)) return;
    put(start.current.width + (clientX - start.current.x) * signOf(handle));
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sign = signOf(event.currentTarget);
    const by = { ArrowLeft: -STEP * sign, ArrowRight: STEP * sign }[event.key];
    if (by !== undefined) put(measure(event.currentTarget) + by);
    else if (event.key === 'Home') put(min);
    else if (onKey?.(event.key) !== true) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={width ?? measured}
      aria-valuetext={textOf?.(width ?? measured)}
      className={`cursor-col-resize touch-none ${className}`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onFocus={(event) => setMeasured(measure(event.currentTarget))}
      onKeyDown={onKeyDown}
      {...rest}
    />
  );
}

function signOf(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1;
}

interface SplitterProps {
  readonly measure: () => number;
  readonly width: number | null;
  readonly onWidth: (width: number) => void;
}

/** Between the list and the open ticket. */
export function Splitter({ measure, width, onWidth }: SplitterProps) {
  return (
    <ResizeHandle
      label={messages.listWidth}
      width={width}
      min={MIN_LIST_PX}
      max={MAX_LIST_PX}
      measure={measure}
      onWidth={onWidth}
      onKey={(key) => {
        if (key !== 'End') return false;
        onWidth(MAX_LIST_PX);
        return true;
      }}
      className="relative z-[1] -ms-px w-px flex-none bg-line after:absolute after:inset-y-0 after:-inset-x-1 after:content-[''] hover:bg-accent focus-visible:bg-accent"
    />
  );
}
