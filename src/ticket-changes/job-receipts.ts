import { sessionState, subscribeToSession } from '#src/api/session-store.ts';
import { isFramed } from '#src/api/storage.ts';
import { receipt, type Receipt } from './job-receipt.ts';

/** `main.tsx` removes it at a sign-out, whether this module was loaded or not. */
const DATABASE = 'support-console:jobs';
const STORE = 'receipts';
const OPEN_MS = 1_000;
/** As long as the service keeps what undoes them. */
const KEEP_MS = 24 * 3_600_000;

/** Where the browser keeps nothing, receipts live as long as the tab. */
const memory = new Map<string, Receipt>();
subscribeToSession(() => {
  if (sessionState().phase === 'out') memory.clear();
});

let opening: Promise<IDBDatabase | null> | null = null;

function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    // Some browsers neither open nor refuse while another tab holds the database.
    const timer = setTimeout(resolve, OPEN_MS, null);
    const settle = (database: IDBDatabase | null): void => {
      clearTimeout(timer);
      resolve(database);
    };
    try {
      if (isFramed) return settle(null);
      const request = indexedDB.open(DATABASE, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
      request.addEventListener('error', () => settle(null));
      request.addEventListener('success', () => {
        const forget = (): void => {
          opening = null;
        };
        request.result.addEventListener('versionchange', () => {
          request.result.close();
          forget();
        });
        request.result.addEventListener('close', forget);
        settle(request.result);
      });
    } catch {
      settle(null);
    }
  });
  return opening;
}

function run(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return open().then((database) => {
    if (database === null) throw new Error('refused');
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
      transaction.commit();
    });
  });
}

/** Answers once it is on the disk, so that a page that goes away after it leaves the truth behind. */
export async function writeReceipt(value: Receipt): Promise<void> {
  // After a sign-out nothing is kept, whoever still has something to save.
  if (sessionState().phase === 'out') return;
  try {
    await run('readwrite', (store) => store.put(value, value.id));
    memory.delete(value.id);
  } catch {
    memory.set(value.id, value);
  }
}

/** The receipts of a site, newest first. Old ones, and what another version wrote, are removed. */
export async function readReceipts(siteId: string): Promise<Receipt[]> {
  const kept: Receipt[] = [...memory.values()];
  try {
    const values = await run('readonly', (store) => store.getAll());
    const keys = await run('readonly', (store) => store.getAllKeys());
    if (!Array.isArray(values) || !Array.isArray(keys)) return kept;
    for (const [index, value] of values.entries()) {
      const parsed = receipt.safeParse(value);
      const key: unknown = keys[index];
      if (parsed.success && parsed.data.startedAtMs > Date.now() - KEEP_MS) kept.push(parsed.data);
      else if (typeof key === 'string') await run('readwrite', (store) => store.delete(key));
    }
  } catch {
    // What is in memory is all there is.
  }
  return kept.filter((item) => item.siteId === siteId).toSorted((a, b) => b.startedAtMs - a.startedAtMs);
}
