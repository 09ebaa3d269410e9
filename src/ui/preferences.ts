import { createAtom, useSelector } from '@tanstack/react-store';
import { storage } from '#src/browser/storage.ts';
import { setCharacterKeys } from '#src/ui/keys/shortcuts.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['compact', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** How long a message can be undone before it is sent. */
export const UNDO_SEND_SECONDS = [0, 5, 10, 30] as const;

/** A person's choices on this device; src/start/start.ts reads theme and density before the first paint. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly letterKeys: boolean;
  readonly undoSendSeconds: (typeof UNDO_SEND_SECONDS)[number];
}

const preferences = createAtom<Preferences>({
  theme: 'system',
  density: 'compact',
  letterKeys: true,
  undoSendSeconds: 5,
});

function load(): Preferences {
  const { device } = storage;
  return {
    theme: THEMES.find((theme) => theme === device.get('theme')) ?? 'system',
    density: DENSITIES.find((density) => density === device.get('density')) ?? 'compact',
    letterKeys: device.get('letter-keys') !== 'off',
    undoSendSeconds: UNDO_SEND_SECONDS.find((seconds) => String(seconds) === device.get('undo-send')) ?? 5,
  };
}

function apply(next: Preferences): void {
  const { theme, density, letterKeys } = next;
  const { dataset } = document.documentElement;
  // Without the attribute the system decides.
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
  setCharacterKeys(letterKeys);
  preferences.set(next);
}

/** Changes at once, here and in every open tab of this browser. */
export function setPreferences(changes: Partial<Preferences>): void {
  const next = { ...preferences.get(), ...changes };
  storage.device.set('theme', next.theme);
  storage.device.set('density', next.density);
  storage.device.set('letter-keys', next.letterKeys ? 'on' : 'off');
  storage.device.set('undo-send', String(next.undoSendSeconds));
  apply(next);
}

/** Takes the choices made before, and follows those made in other tabs; the page starts it once, before it is drawn. */
export function startPreferences(): () => void {
  const follow = (event: StorageEvent) => {
    // Null: everything was cleared.
    if (event.key !== null && !/:(theme|density|letter-keys|undo-send)$/.test(event.key)) return;
    apply(load());
  };
  apply(load());
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

export function usePreferences(): Preferences {
  return useSelector(preferences);
}

/** The same outside components. */
export function preferencesNow(): Preferences {
  return preferences.get();
}
