import { useSyncExternalStore } from 'react';
import { storage } from '#src/api/storage.ts';
import { reloadKeyChanges } from './key-changes.ts';
import { setCharacterKeys } from './shortcuts.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['compact', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** A person's choices on this device; public/theme.js reads theme and density before the first paint. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly letterKeys: boolean;
}

const listeners = new Set<() => void>();
let current = load();

function load(): Preferences {
  const { device } = storage;
  return {
    theme: THEMES.find((theme) => theme === device.get('theme')) ?? 'system',
    density: DENSITIES.find((density) => density === device.get('density')) ?? 'compact',
    letterKeys: device.get('letter-keys') !== 'off',
  };
}

function apply(): void {
  const { dataset } = document.documentElement;
  // Without the attribute the system decides.
  if (current.theme === 'system') delete dataset.theme;
  else dataset.theme = current.theme;
  dataset.density = current.density;
  setCharacterKeys(current.letterKeys);
  for (const listener of listeners) listener();
}

/** Changes at once, here and in every open tab of this browser. */
export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  storage.device.set('theme', current.theme);
  storage.device.set('density', current.density);
  storage.device.set('letter-keys', current.letterKeys ? 'on' : 'off');
  apply();
}

/** Follows the choices made in other tabs; the shell starts it once. */
export function startPreferences(): () => void {
  const follow = (event: StorageEvent) => {
    // Null: everything was cleared.
    if (event.key !== null && !/:(theme|density|letter-keys|keys)$/.test(event.key)) return;
    current = load();
    reloadKeyChanges();
    apply();
  };
  apply();
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
