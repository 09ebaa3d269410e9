import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Runs when another page comes, or none: whoever is there next did not open what is closed by it. @param leave stable */
export function useLeavingPage(leave: () => void): void {
  const { pathname } = useLocation();
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (openedOn.current !== pathname) leave();
    openedOn.current = pathname;
  }, [pathname, leave]);
  useEffect(() => leave, [leave]);
}
