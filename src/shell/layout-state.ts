import { useSyncExternalStore } from 'react';
import { storage } from '#src/api/storage.ts';
import { useMedia } from '#src/ui/use-media.ts';

export type Layout = 'phone' | 'rail' | 'full';

const KEY = 'sidebar';
const listeners = new Set<() => void>();

/** Kept until the tab closes. */
export function toggleSidebar(): void {
  storage.tab.set(KEY, isCollapsed() ? 'full' : 'rail');
  for (const listener of listeners) listener();
}

function isCollapsed(): boolean {
  return storage.tab.get(KEY) === 'rail';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Bottom tabs under 768 px, icons alone up to 1100 px or where the person collapsed the sidebar, else all of it. */
export function useLayout(): { readonly layout: Layout; readonly canCollapse: boolean } {
  const phone = useMedia('(max-width: 767.98px)');
  const wide = useMedia('(min-width: 1100px)');
  const collapsed = useSyncExternalStore(subscribe, isCollapsed);
  if (phone) return { layout: 'phone', canCollapse: false };
  return { layout: wide && !collapsed ? 'full' : 'rail', canCollapse: wide };
}
