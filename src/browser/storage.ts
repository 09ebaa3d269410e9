/** Text values by key. Reading and writing never throw: where the browser refuses storage, memory takes its place. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Whether the page finds it after a reload: not where memory took the place of storage. */
  survivesReload(key: string): boolean;
}

const PREFIX = 'support-console:';

/** Under these names the tab stores what belongs to the site: a sign-out removes them, whether their code was loaded or not. */
export const SITE_KEYS = {
  drafts: 'drafts',
  outbox: 'outbox',
  noteDrafts: 'customer-note-drafts',
  hoursDraft: 'hours-draft',
  /** The latest answer of whoami, for the token of the session. */
  whoami: 'whoami',
} as const;

/** In a foreign page's frame the storage of this origin is not ours to fill, even where the browser allows it. */
export const isFramed: boolean = globalThis.window !== undefined && window.self !== window.top;

function openStore(area: () => Storage): Store {
  const memory = new Map<string, string>();
  function stored(key: string): string | null {
    try {
      return isFramed ? null : area().getItem(PREFIX + key);
    } catch {
      return null;
    }
  }
  return {
    get: (key) => memory.get(key) ?? stored(key),
    survivesReload: (key) => !memory.has(key) && stored(key) !== null,
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
