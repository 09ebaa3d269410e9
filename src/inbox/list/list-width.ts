import { useState } from 'react';
import { storage } from '#src/browser/storage.ts';

export const MIN_LIST_PX = 320;
export const MAX_LIST_PX = 560;
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
  return stored !== null && /^[0-9]{3}$/.test(stored)
    ? Math.max(MIN_LIST_PX, Math.min(Number(stored), MAX_LIST_PX))
    : null;
}
