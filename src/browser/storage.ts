/** Text values by key. Reading and writing never throw: where the browser refuses storage, memory takes its place. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

const PREFIX = 'support-console:';

/** Under these names the tab stores what belongs to the site: a sign-out removes them, whether their code was loaded or not. */
export const SITE_KEYS = {
  drafts: 'drafts',
  outbox: 'outbox',
  noteDrafts: 'customer-note-drafts',
  hoursDraft: 'hours-draft',
  queue: 'queue',
  offlineChanges: 'offline-changes',
  undoHistory: 'undo-history',
  firstCalls: 'first-calls',
  /** The path that `/` led to. */
  start: 'start',
} as const;

/** Each build knows whether it is for frames; in development the page has to look. */
declare const FRAMED: boolean | undefined;

/** In a foreign page's frame the storage of this origin is not ours to fill, even where the browser allows it. */
export const isFramed: boolean =
  typeof FRAMED === 'undefined' ? globalThis.window !== undefined && window.self !== window.top : FRAMED;

function openStore(area: () => Storage): Store {
  const memory = new Map<string, string>();
  return {
    get(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      try {
        return isFramed ? null : area().getItem(PREFIX + key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (isFramed) throw new Error('framed');
        area().setItem(PREFIX + key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    remove(key) {
      memory.delete(key);
      try {
        // A frame of the same site shares it with the dashboard in the same tab.
        if (!isFramed) area().removeItem(PREFIX + key);
      } catch {
        // Nothing was stored there.
      }
    },
  };
}

/** The only way to browser storage: `tab` lasts until the tab closes, `device` is for a person's preferences alone. */
export const storage: { readonly tab: Store; readonly device: Store } = {
  tab: openStore(() => sessionStorage),
  device: openStore(() => localStorage),
};
