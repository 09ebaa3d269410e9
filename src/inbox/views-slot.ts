import { useSyncExternalStore, type ComponentType } from 'react';
import type { InboxSearch } from './search.ts';

/** What comes to the inbox after its first sight, and belongs to the person who looks. */
export interface LateParts {
  /** The star of a row. */
  readonly Star: ComponentType<{ readonly ticketNumber: number }> | null;
  /** The lists below the folders, for the menu of small windows. */
  readonly lists: readonly {
    readonly key: string;
    readonly label: string;
    readonly group: string;
    readonly search: InboxSearch;
    readonly isCurrent: boolean;
  }[];
}

let parts: LateParts = { Star: null, lists: [] };
const listeners = new Set<() => void>();

export function setLateParts(next: Partial<LateParts>): void {
  parts = { ...parts, ...next };
  for (const listener of listeners) listener();
}

export function useLateParts(): LateParts {
  return useSyncExternalStore(subscribe, () => parts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
