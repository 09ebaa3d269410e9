import { isFramed } from './storage.ts';

/** A sign-out removes what is in them, whether their code was loaded or not: see `main.tsx`. */
type DatabaseName = 'drafts' | 'outbox' | 'seen';

/** Their one store, by database, and its keys begin with their owner. */
const OWNED: Readonly<Record<string, string>> = { drafts: 'drafts', outbox: 'messages' };

const PREFIX = 'support-console:';

interface Options {
  readonly name: DatabaseName;
  readonly store: string;
  /** Some browsers neither open nor refuse while another tab holds the database. */
  readonly patienceMs: number;
  readonly onOpen?: (database: IDBDatabase) => void;
}

/** One store of the browser, opened when it is first used. */
export class BrowserDatabase {
  readonly #options: Options;
  #opening: Promise<IDBDatabase | null> | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * The answer of a request, once its transaction is through. Rejects where the browser keeps nothing or refuses.
   */
  async run<Answer>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Answer>): Promise<Answer> {
    this.#opening ??= this.#open();
    const database = await this.#opening;
    if (database === null) throw new Error('refused');
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(this.#options.store, mode);
      const request = ask(transaction.objectStore(this.#options.store));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
      transaction.commit();
    });
  }

  #open(): Promise<IDBDatabase | null> {
    const { name, store, patienceMs, onOpen } = this.#options;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs, null);
      const settle = (database: IDBDatabase | null): void => {
        clearTimeout(timer);
        resolve(database);
      };
      try {
        // In a foreign page's frame the storage of this origin is not ours to fill.
        if (isFramed) return settle(null);
        const request = indexedDB.open(PREFIX + name, 1);
        request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
        request.addEventListener('error', () => settle(null));
        request.addEventListener('success', () => {
          const database = request.result;
          const forget = (): void => {
            this.#opening = null;
          };
          // A sign-out removes it; the next use makes another.
          database.addEventListener('versionchange', () => {
            database.close();
            forget();
          });
          database.addEventListener('close', forget);
          // Also when it comes too late for who asked first.
          this.#opening = Promise.resolve(database);
          settle(database);
          onOpen?.(database);
        });
      } catch {
        settle(null);
      }
    });
  }
}

/** Whether this browser has such a database; true where it does not tell. */
export async function hasDatabase(name: DatabaseName): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some((database) => database.name === PREFIX + name);
  } catch {
    return true;
  }
}

/** Removes what this browser keeps for one person, by the start of its keys; others' records stay. */
export async function forgetOwned(start: string): Promise<void> {
  await Promise.all(
    (await databaseNames()).map(async (name) => {
      const store = OWNED[name];
      if (store !== undefined && (await deleteRecords(name, store, start)) === 0)
        indexedDB.deleteDatabase(PREFIX + name);
    }),
  );
}

/** Removes what this browser keeps for whoever is signed in. */
export async function forgetShared(): Promise<void> {
  for (const name of await databaseNames()) if (OWNED[name] === undefined) indexedDB.deleteDatabase(PREFIX + name);
}

async function databaseNames(): Promise<readonly string[]> {
  try {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  } catch {
    // Where the browser refuses this storage nothing was stored.
    return [];
  }
}

/** Deletes the records whose keys begin with `start`; resolves with how many others there are, 0 where it cannot be read. */
function deleteRecords(name: string, store: string, start: string): Promise<number> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(PREFIX + name);
    opening.addEventListener('error', () => resolve(0));
    opening.addEventListener('success', () => {
      const database = opening.result;
      try {
        const transaction = database.transaction(store, 'readwrite');
        transaction.objectStore(store).delete(IDBKeyRange.bound(start, `${start}\uffff`));
        const left = transaction.objectStore(store).count();
        transaction.addEventListener('complete', () => resolve(left.result));
        transaction.addEventListener('abort', () => resolve(0));
      } catch {
        resolve(0);
      } finally {
        database.close();
      }
    });
  });
}
