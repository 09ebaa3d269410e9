import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { storage } from '#src/browser/storage.ts';
import { messages } from '#src/inbox/messages.ts';

export const MIN_LIST_WIDTH = 320;
export const MAX_LIST_WIDTH = 560;
const KEY = 'list-width';

export function clampWidth(width: number): number {
  return Math.max(MIN_LIST_WIDTH, Math.min(MAX_LIST_WIDTH, Math.round(width)));
}

/** Width of the list in px as a person dragged it; null leaves it to the window. */
export function useListWidth(): readonly [number | null, (width: number) => void] {
  const [width, setWidth] = useState(read);
  return [
    width,
    (next) => {
      const clamped = clampWidth(next);
      storage.device.set(KEY, String(clamped));
      setWidth(clamped);
    },
  ];
}

function read(): number | null {
  const stored = storage.device.get(KEY);
  return stored !== null && /^[0-9]{3}$/.test(stored) ? clampWidth(Number(stored)) : null;
}

interface SplitterProps {
  /** The list's width in px now. */
  readonly measure: () => number;
  readonly width: number | null;
  readonly onWidth: (width: number) => void;
}

const STEP = 16;

/** The border between list and ticket, to be dragged, or moved with the arrow keys. */
export function Splitter({ measure, width, onWidth }: SplitterProps) {
  const rtl = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? -1 : 1);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const handle = event.currentTarget;
    const start = { x: event.clientX, width: measure(), sign: rtl(handle) };
    handle.setPointerCapture(event.pointerId);
    const move = (at: globalThis.PointerEvent) => onWidth(start.width + (at.clientX - start.x) * start.sign);
    const done = () => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('lostpointercapture', done);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', done);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const sign = rtl(event.currentTarget);
    const by = { ArrowLeft: -STEP * sign, ArrowRight: STEP * sign }[event.key];
    if (by !== undefined) onWidth(measure() + by);
    else if (event.key === 'Home') onWidth(MIN_LIST_WIDTH);
    else if (event.key === 'End') onWidth(MAX_LIST_WIDTH);
    else return;
    event.preventDefault();
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={messages.listWidth}
      aria-valuemin={MIN_LIST_WIDTH}
      aria-valuemax={MAX_LIST_WIDTH}
      aria-valuenow={width ?? 400}
      className="relative z-[1] -ms-px w-px flex-none cursor-col-resize touch-none bg-line after:absolute after:inset-y-0 after:-inset-x-1 after:content-[''] hover:bg-accent focus-visible:bg-accent"
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
