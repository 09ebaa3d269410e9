import { useEffect, useRef } from 'react';
import { usePathname } from './use-address.ts';

/** Runs before the next page is shown, so that an open overlay does not stay over it. @param close stable */
export function useLeavingPage(leave: () => void): void {
  const pathname = usePathname();
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (openedOn.current !== pathname) leave();
    openedOn.current = pathname;
  }, [pathname, leave]);
  useEffect(() => leave, [leave]);
}
