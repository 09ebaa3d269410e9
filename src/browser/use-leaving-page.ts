import { useEffect, useRef } from 'react';
import { usePathname } from './use-address.ts';

/** Runs when another page comes, or none: whoever is there next did not open what is closed by it. @param leave stable */
export function useLeavingPage(leave: () => void): void {
  const pathname = usePathname();
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (openedOn.current !== pathname) leave();
    openedOn.current = pathname;
  }, [pathname, leave]);
  useEffect(() => leave, [leave]);
}
