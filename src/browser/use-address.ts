import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';

interface Address {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/**
 * What the address says now. The router's own answer follows it in a transition, when the page has been drawn: a key that
 * changed the address would be followed by one that reads the one before. While another page is on its way it is what was
 * read last.
 * @param read null for the address of another page; the same function each time
 * @param first while nothing has been read
 */
export function useAddress<Read>(read: (address: Address) => Read | null, first: Read): Read {
  const router = useRouter();
  const { history } = router;
  const href = useSyncExternalStore(history.subscribe, () => history.location.href);
  // `href` stands for all that is read of the location.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const now = useMemo(() => read(router.parseLocation(history.location)), [href, read, router, history]);
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last ?? first;
}

/** The path of the page that is shown: what uses it is not drawn again for what stands behind it. */
export function usePathname(): string {
  return useLocation({ select: pathnameOf });
}

function pathnameOf({ pathname }: Address): string {
  return pathname;
}
