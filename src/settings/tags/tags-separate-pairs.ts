import { useSyncExternalStore } from 'react';
import { sessionState } from '#src/api/session-store.ts';
import { storage } from '#src/api/storage.ts';
import type { LookAlike } from './tags-look-alikes.ts';

const MOST = 200;
const listeners = new Set<() => void>();

function keyOfSite(): string {
  const state = sessionState();
  return `tags-kept-${state.phase === 'out' ? '' : (state.siteId ?? '')}`;
}

function pairOf({ from, into }: LookAlike): string {
  return from.id < into.id ? `${from.id}-${into.id}` : `${into.id}-${from.id}`;
}

function pairsIn(stored: string): string[] {
  return stored.split(' ').filter((pair) => /^[0-9]{1,19}-[0-9]{1,19}$/.test(pair));
}

/** Pairs of tags that somebody wants to keep apart, on this device. */
export function useKeptPairs(): { readonly has: (pair: LookAlike) => boolean } {
  const stored = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => storage.device.get(keyOfSite()) ?? '',
  );
  const kept = new Set(pairsIn(stored));
  return { has: (pair) => kept.has(pairOf(pair)) };
}

export function keepPair(pair: LookAlike): void {
  const key = keyOfSite();
  const pairs = [...pairsIn(storage.device.get(key) ?? ''), pairOf(pair)].slice(-MOST);
  storage.device.set(key, pairs.join(' '));
  for (const listener of listeners) listener();
}
