import { createAtom, useSelector } from '@tanstack/react-store';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';

/** The key of the AI provider, in the memory of this tab alone: it is in no storage, address, cache or log. */
const keyAtom = createAtom<string | null>(null);

let isStarted = false;

export function useProviderKey(): string | null {
  return useSelector(keyAtom);
}

export function setProviderKey(key: string): void {
  if (!isStarted) {
    isStarted = true;
    subscribeToSession(() => {
      if (sessionState().phase === 'out') forgetProviderKey();
    });
  }
  keyAtom.set(key);
}

export function forgetProviderKey(): void {
  keyAtom.set(null);
}
