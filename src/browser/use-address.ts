import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';

interface Address {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/**
 * The address now. The router's own state follows in a transition after the page was drawn, which would be too late
 * for the next key.
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

/** The path of the shown page; a change of the rest of the address does not render again. */
export function usePathname(): string {
  return useLocation({ select: pathnameOf });
}

function pathnameOf({ pathname }: Address): string {
  return pathname;
}
