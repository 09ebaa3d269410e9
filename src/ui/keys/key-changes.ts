import { createAtom, useSelector } from '@tanstack/react-store';
import { storage } from '#src/browser/storage.ts';

/** From the keys as we chose them to the keys that the person chose instead. */
export type KeyChanges = Readonly<Record<string, string>>;

const KEY = 'keys';
/** One or two strokes, as `key-stroke.ts` writes them. */
const KEYS = /^\S{1,24}( \S{1,24})?$/;
const keyChangesAtom = createAtom<KeyChanges>({});

function load(): KeyChanges {
  try {
    const stored: unknown = JSON.parse(storage.device.get(KEY) ?? '{}');
    const entries = Object.entries(stored ?? {});
    return Object.fromEntries(
      entries.filter(([from, to]) => KEYS.test(from) && typeof to === 'string' && KEYS.test(to)),
    );
  } catch {
    return {};
  }
}

/** The keys that do now what `keys` did at first. */
export function keysNow(keys: string): string {
  const changes = keyChangesAtom.get();
  return Object.hasOwn(changes, keys) ? (changes[keys] ?? keys) : keys;
}

export function keyChanges(): KeyChanges {
  return keyChangesAtom.get();
}

/** Kept on this device. */
export function setKeyChanges(next: KeyChanges): void {
  storage.device.set(KEY, JSON.stringify(next));
  reloadKeyChanges();
}

/** Reads what this device keeps: at the start, and when another tab may have written. */
export function reloadKeyChanges(): void {
  keyChangesAtom.set(load());
}

export function useKeyChanges(): KeyChanges {
  return useSelector(keyChangesAtom);
}
