import { useState } from 'react';
import { storage } from '#src/browser/storage.ts';

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
