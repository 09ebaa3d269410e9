import { createAtom, useSelector } from '@tanstack/react-store';
import { sessionState } from '#src/session/session-store.ts';
import { storage } from '#src/browser/storage.ts';
import type { LookAlike } from './tags-look-alikes.ts';

const MAX_PAIRS = 200;
/** Goes up when pairs were kept: what is kept stands in the browser's storage, for each site. */
const version = createAtom(0);

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
export function useSeparatePairs(): { readonly has: (pair: LookAlike) => boolean } {
  const stored = useSelector(version, () => storage.device.get(keyOfSite()) ?? '');
  const kept = new Set(pairsIn(stored));
  return { has: (pair) => kept.has(pairOf(pair)) };
}

export function separatePair(pair: LookAlike): void {
  const key = keyOfSite();
  const pairs = [...pairsIn(storage.device.get(key) ?? ''), pairOf(pair)].slice(-MAX_PAIRS);
  storage.device.set(key, pairs.join(' '));
  version.set((before) => before + 1);
}
