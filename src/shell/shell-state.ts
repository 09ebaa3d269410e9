import { createAtom, useSelector } from '@tanstack/react-store';
import { storage } from '#src/browser/storage.ts';
import { useMedia } from '#src/browser/use-media.ts';

export type Overlay = 'palette' | 'keys' | null;

const overlayAtom = createAtom<Overlay>(null);

/** Opens an overlay in place of another one, or closes it. */
export function showOverlay(next: Overlay): void {
  overlayAtom.set(next);
}

export function useOverlay(): Overlay {
  return useSelector(overlayAtom);
}

export type Layout = 'phone' | 'rail' | 'full';

const KEY = 'sidebar';
/** Null until the tab's storage was read. */
const collapsedAtom = createAtom<boolean | null>(null);

/** Kept until the tab closes. */
export function toggleSidebar(): void {
  const next = !isCollapsed(collapsedAtom.get());
  storage.tab.set(KEY, next ? 'rail' : 'full');
  collapsedAtom.set(next);
}

function isCollapsed(chosen: boolean | null): boolean {
  return chosen ?? storage.tab.get(KEY) === 'rail';
}

/** Bottom tabs under 768 px, icons alone up to 1100 px or where the person collapsed the sidebar, else all of it. */
export function useLayout(): { readonly layout: Layout; readonly canCollapse: boolean } {
  const phone = useMedia('(max-width: 767.98px)');
  const wide = useMedia('(min-width: 1100px)');
  const collapsed = useSelector(collapsedAtom, isCollapsed);
  if (phone) return { layout: 'phone', canCollapse: false };
  return { layout: wide && !collapsed ? 'full' : 'rail', canCollapse: wide };
}
