import { createAtom, useSelector } from '@tanstack/react-store';

export interface ApiCallsFilter {
  /** The calls of this resource alone, such as "tickets". */
  readonly resource?: string | undefined;
  /** The call with this request id, opened. */
  readonly requestId?: string | undefined;
}

interface ApiCallsState {
  /** Whether the frame with the drawer stands; it may come after what asks for it. */
  readonly hasDrawer: boolean;
  /** Content of the drawer; null while it is closed. */
  readonly shown: ApiCallsFilter | null;
}

const apiCalls = createAtom<ApiCallsState>({ hasDrawer: false, shown: null });

/** Opens the drawer with the last calls of this page, as soon as there is one: see `useHasApiCalls`. */
export function showApiCalls(resource?: string, requestId?: string): void {
  apiCalls.set((state) => ({ ...state, shown: { resource, requestId } }));
}

export function hideApiCalls(): void {
  apiCalls.set((state) => ({ ...state, shown: null }));
}

/** False outside the frame of the signed-in pages, and until the frame stands. */
export function useHasApiCalls(): boolean {
  return useSelector(apiCalls, ({ hasDrawer }) => hasDrawer);
}

/** For the drawer: what it shows, null while it is closed. */
export function useShownApiCalls(): ApiCallsFilter | null {
  return useSelector(apiCalls, ({ shown }) => shown);
}

/** The frame says that it has the drawer. @returns what takes it away, and what it shows with it */
export function offerApiCalls(): () => void {
  apiCalls.set((state) => ({ ...state, hasDrawer: true }));
  return () => apiCalls.set({ hasDrawer: false, shown: null });
}
