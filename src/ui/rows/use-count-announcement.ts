import { useEffect, useRef } from 'react';
import { announce } from '#src/ui/toasts/announce.ts';

/** Reads out how many rows there are when the filters change. @param text null while they are counted */
export function useCountAnnouncement(key: string, text: string | null): void {
  const said = useRef(key);
  useEffect(() => {
    if (said.current === key || text === null) return;
    said.current = key;
    announce(text);
  }, [key, text]);
}
