import type { ReactNode } from 'react';

/** Parts of the inbox in the sidebar; composed by the route. */
export interface InboxSlots {
  /** How many tickets are open, at the end of the inbox's line. */
  readonly count: ReactNode;
  /** Its folders, below the line. */
  readonly folders: ReactNode;
}
