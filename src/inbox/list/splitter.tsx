import { useState } from 'react';
import { storage } from '#src/browser/storage.ts';
import { messages } from '#src/inbox/messages.ts';
import { ResizeHandle } from './resize-handle.tsx';

const MIN_PX = 320;
const MAX_PX = 560;
const KEY = 'list-width';

/** Width of the list in px as a person dragged it; null leaves it to the window. */
export function useListWidth(): readonly [number | null, (width: number) => void] {
  const [width, setWidth] = useState(read);
  return [
    width,
    (next) => {
      storage.device.set(KEY, String(next));
      setWidth(next);
    },
  ];
}

function read(): number | null {
  const stored = storage.device.get(KEY);
  return stored !== null && /^[0-9]{3}$/.test(stored) ? Math.max(MIN_PX, Math.min(Number(stored), MAX_PX)) : null;
}

interface SplitterProps {
  /** The list's width in px now. */
  readonly measure: () => number;
  readonly width: number | null;
  readonly onWidth: (width: number) => void;
}

/** The border between list and ticket. */
export function Splitter({ measure, width, onWidth }: SplitterProps) {
  return (
    <ResizeHandle
      label={messages.listWidth}
      width={width}
      min={MIN_PX}
      max={MAX_PX}
      measure={measure}
      onWidth={onWidth}
      onKey={(key) => {
        if (key !== 'End') return false;
        onWidth(MAX_PX);
        return true;
      }}
      className="relative z-[1] -ms-px w-px flex-none bg-line after:absolute after:inset-y-0 after:-inset-x-1 after:content-[''] hover:bg-accent focus-visible:bg-accent"
    />
  );
}
