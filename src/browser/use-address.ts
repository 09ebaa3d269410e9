import { useRouter } from '@tanstack/react-router';
import { useMemo, useSyncExternalStore } from 'react';

interface Address {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/**
 * What the address says now. The router's own answer follows it in a transition, when the page has been drawn: a key that
 * changed the address would be followed by one that reads the one before.
 * @param read null for the address of another page; the same function each time
 */
export function useAddress<Read>(read: (address: Address) => Read | null): Read | null {
  const router = useRouter();
  const { history } = router;
  const href = useSyncExternalStore(history.subscribe, () => history.location.href);
  // `href` stands for all that is read of the location.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => read(router.parseLocation(history.location)), [href, read, router, history]);
}
