import { BrowserDatabase } from '#src/browser/database.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { receipt, type Receipt } from './receipt.ts';
import { RECEIPTS } from './receipts-name.ts';

/** As long as the service keeps what undoes them. */
const KEEP_MS = 24 * 3_600_000;

/** Where the browser keeps nothing, receipts live as long as the tab. */
const memory = new Map<string, Receipt>();
subscribeToSession(() => {
  if (sessionState().phase === 'out') memory.clear();
});

const database = new BrowserDatabase({ name: RECEIPTS, store: 'receipts', patienceMs: 1_000 });

/** Answers once it is on the disk, so that a page that goes away after it leaves the truth behind. */
export async function writeReceipt(value: Receipt): Promise<void> {
  // After a sign-out nothing is stored, whoever still has something to save.
  if (sessionState().phase === 'out') return;
  try {
    await database.run('readwrite', (store) => store.put(value, value.id));
    memory.delete(value.id);
  } catch {
    memory.set(value.id, value);
  }
}

/** The receipts of a site, newest first. Old ones, and what another version wrote, are removed. */
export async function readReceipts(siteId: string): Promise<Receipt[]> {
  const kept: Receipt[] = [...memory.values()];
  try {
    const values = await database.run('readonly', (store) => store.getAll());
    const keys = await database.run('readonly', (store) => store.getAllKeys());
    if (!Array.isArray(values) || !Array.isArray(keys)) return kept;
    for (const [index, value] of values.entries()) {
      const parsed = receipt.safeParse(value);
      const key: unknown = keys[index];
      if (parsed.success && parsed.data.startedAtMs > Date.now() - KEEP_MS) kept.push(parsed.data);
      else if (typeof key === 'string') await database.run('readwrite', (store) => store.delete(key));
    }
  } catch {
    // What is in memory is all there is.
  }
  return kept.filter((item) => item.siteId === siteId).toSorted((a, b) => b.startedAtMs - a.startedAtMs);
}
