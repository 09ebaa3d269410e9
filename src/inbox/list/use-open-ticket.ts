import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OpenOptions } from '#src/ui/rows/windowed-grid.tsx';

interface Wanted {
  readonly id: string | undefined;
  readonly replace: boolean;
  /** The browser is navigating back to the list; the address must not change until then. */
  readonly isLeaving: boolean;
}

interface OpenTicketOptions {
  /** The ticket in the address. */
  readonly addressed: string | undefined;
  readonly show: (id: string, how: { readonly replace: boolean }) => void;
  /** Removes the ticket from the address, perhaps later by Back. */
  readonly leave: () => void;
}

/** Browsers limit changes of the address, so it follows when the keys rest. */
const REST_MS = 150;

/**
 * The open ticket, which changes within the handler of a key. The address follows; if the address changes by itself, as
 * with Back, the ticket follows it.
 */
export function useOpenTicket({ addressed, show, leave }: OpenTicketOptions) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [seen, setSeen] = useState(addressed);
  if (seen !== addressed) {
    setSeen(addressed);
    const isBehind = wanted?.isLeaving === true && wanted.id !== addressed;
    setWanted(isBehind ? { ...wanted, isLeaving: false } : null);
  }
  const openId = wanted === null ? addressed : wanted.id;

  const latest = useRef({ addressed, wanted, show, leave });
  useLayoutEffect(() => {
    latest.current = { addressed, wanted, show, leave };
  });
  useEffect(() => {
    if (wanted === null || wanted.isLeaving || wanted.id === undefined) return undefined;
    const { id, replace } = wanted;
    const timer = setTimeout(() => latest.current.show(id, { replace }), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const open = useCallback((id: string, { replace, isPassing }: Pick<OpenOptions, 'replace' | 'isPassing'>): void => {
    const now = latest.current;
    const isLeaving = now.wanted?.isLeaving === true;
    if (id === now.addressed && !isLeaving) return setWanted(null);
    setWanted({ id, replace, isLeaving });
    if (!isPassing && !isLeaving) now.show(id, { replace });
  }, []);
  const close = useCallback((): void => {
    const now = latest.current;
    if (now.wanted?.isLeaving === true) return setWanted({ ...now.wanted, id: undefined });
    if (now.addressed === undefined) return setWanted(null);
    setWanted({ id: undefined, replace: true, isLeaving: true });
    now.leave();
  }, []);
  return { openId, open, close };
}
