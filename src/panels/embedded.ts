import { createContext, use, type ReactNode } from 'react';

/** How a page is embedded in another one. */
export interface Embedded {
  /** The host allows changes, and the token does: what only prepares a change is left out otherwise. */
  readonly canEdit: boolean;
  /** The part of the view that is shown alone: a key of `embed.widgets` in its `view.ts`. */
  readonly only: string | null;
  /** In the header of the page: behind its title, and at its end. */
  readonly note: ReactNode;
  readonly end: ReactNode;
}

/** Filled by the frame of embedded pages; null in the dashboard itself. */
export const EmbeddedContext = createContext<Embedded | null>(null);

/** How this page is embedded; null where it is not. */
export function useEmbedded(): Embedded | null {
  return use(EmbeddedContext);
}
