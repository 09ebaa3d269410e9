import { createAtom, useSelector } from '@tanstack/react-store';
import { dropEarlyKeys } from '#src/ui/keys/early-keys.ts';

export type Overlay = 'palette' | 'keys' | null;

const shown = createAtom<Overlay>(null);
let typed = '';

/** One of them at a time. */
export function showOverlay(next: Overlay): void {
  typed = '';
  removeEventListener('keydown', keepTyped, true);
  // Its code may still be on the way: what is typed meanwhile is meant for it and not for the page.
  if (next !== null) {
    dropEarlyKeys();
    addEventListener('keydown', keepTyped, true);
  }
  shown.set(next);
}

/** The overlay is on screen and takes the keys itself. @returns what was typed while it was loading. */
export function takeTyped(): string {
  removeEventListener('keydown', keepTyped, true);
  return typed;
}

function keepTyped(event: KeyboardEvent): void {
  if (event.key === 'Escape') showOverlay(null);
  else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) typed += event.key;
  // On the page it would press whatever has the focus there.
  else if (event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

export function useOverlay(): Overlay {
  return useSelector(shown);
}
