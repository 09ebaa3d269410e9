import { createAtom, useSelector } from '@tanstack/react-store';

interface ApiCallsState {
  /** True once the frame with the drawer is mounted. */
  readonly hasDrawer: boolean;
  readonly isOpen: boolean;
  /** The call with this request id is unfolded. */
  readonly requestId: string | undefined;
}

const apiCalls = createAtom<ApiCallsState>({ hasDrawer: false, isOpen: false, requestId: undefined });

/** Opens the drawer with the last calls of this page; see `useHasApiCalls`. */
export function showApiCalls(requestId?: string): void {
  apiCalls.set((state) => ({ ...state, isOpen: true, requestId }));
}

export function hideApiCalls(): void {
  apiCalls.set((state) => ({ ...state, isOpen: false }));
}

/** False outside the frame of the signed-in pages, and until it is mounted. */
export function useHasApiCalls(): boolean {
  return useSelector(apiCalls, ({ hasDrawer }) => hasDrawer);
}

/** For the drawer: whether it is open, and the request id of the call that is unfolded. */
export function useShownApiCalls(): Pick<ApiCallsState, 'isOpen' | 'requestId'> {
  return useSelector(apiCalls, (state) => state);
}

/** Called by the frame that has the drawer. @returns the function that removes it */
export function offerApiCalls(): () => void {
  apiCalls.set((state) => ({ ...state, hasDrawer: true }));
  return () => apiCalls.set({ hasDrawer: false, isOpen: false, requestId: undefined });
}
