/** Text values by key. Reading and writing never throw: where the browser refuses storage, memory takes its place. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** The keys that begin so. */
  keys(start: string): readonly string[];
  removeAll(start: string): void;
  /** Whether the page finds it after a reload: not where memory took the place of storage. */
  survivesReload(key: string): boolean;
}

const PREFIX = 'support-console:';

/** Keys of the tab's storage that belong to the site. A sign-out removes them, whether or not their code was loaded. */
export const SITE_KEYS = {
  noteDrafts: 'customer-note-drafts',
  reviewNotes: 'review-notes',
  hoursDraft: 'hours-draft',
  /** The latest answer of whoami, for the token of the session. */
  whoami: 'whoami',
} as const;

/** In a foreign page's frame the storage of this origin is not ours to fill, even where the browser allows it. */
export const isFramed: boolean = globalThis.window !== undefined && window.self !== window.top;

function isOurs(key: string): boolean {
  return key.startsWith(PREFIX);
}

function withoutPrefix(key: string): string {
  return key.slice(PREFIX.length);
}

/** Calls back with the key when another tab changes something in `storage.device`. */
export function onStoredElsewhere(listener: (key: string) => void): void {
  addEventListener('storage', ({ key, storageArea }) => {
    if (!isFramed && storageArea === localStorage && key !== null && isOurs(key)) listener(withoutPrefix(key));
  });
}

function openStore(area: () => Storage): Store {
  const memory = new Map<string, string>();
  function stored(key: string): string | null {
    try {
      return isFramed ? null : area().getItem(PREFIX + key);
    } catch {
      return null;
    }
  }
  function remove(key: string): void {
    memory.delete(key);
    try {
      // A frame of the same site shares it with the dashboard in the same tab.
      if (!isFramed) area().removeItem(PREFIX + key);
    } catch {
      // Nothing was stored there.
    }
  }
  function keys(start: string): readonly string[] {
    const found = [...memory.keys()];
    try {
      if (!isFramed) found.push(...Object.keys(area()).filter(isOurs).map(withoutPrefix));
    } catch {
      // The browser refuses this storage.
    }
    return found.filter((key) => key.startsWith(start));
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
    remove,
    keys,
    removeAll(start) {
      for (const key of keys(start)) remove(key);
    },
  };
}

/**
 * The only access to browser storage. `tab` lasts until the tab closes; `device` holds preferences, and under the prefix of
 * an owner the drafts of that person.
 */
export const storage: { readonly tab: Store; readonly device: Store } = {
  tab: openStore(() => sessionStorage),
  device: openStore(() => localStorage),
};
