import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OpenOptions } from '#src/ui/rows/windowed-grid.tsx';

interface Wanted {
  readonly id: string | undefined;
  readonly replace: boolean;
  /** The browser is on its way back to the list: nothing is put into the address before it is there. */
  readonly isLeaving: boolean;
}

interface OpenTicketOptions {
  /** The ticket in the address. */
  readonly addressed: string | undefined;
  readonly show: (id: string, how: { readonly replace: boolean }) => void;
  /** Takes the ticket out of the address; the browser's way back may come later. */
  readonly leave: () => void;
}

/** The address of a list that is walked through by keys follows when they rest: browsers allow few changes of it. */
const REST_MS = 150;

/**
 * The open ticket, which moves within the handler of a key. The address follows; where it goes elsewhere by itself, as with
 * Back, the ticket goes there.
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
