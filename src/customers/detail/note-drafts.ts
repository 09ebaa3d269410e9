import * as z from 'zod/mini';
import { storage } from '#src/browser/storage.ts';

/** Under this name the tab stores notes that are being written; a sign-out removes it. */
export const NOTE_DRAFTS = 'customer-note-drafts';

/** By site and customer, the ones written last at the end. */
const drafts = z.record(z.string(), z.string());
const MAX_DRAFTS = 20;

const keyOf = (siteId: bigint, customerId: bigint): string => `${siteId} ${customerId}`;

/** What this tab has of a note that is not saved yet; empty for none. */
export function readNoteDraft(siteId: bigint, customerId: bigint): string {
  return load()[keyOf(siteId, customerId)] ?? '';
}

export function storeNoteDraft(siteId: bigint, customerId: bigint, text: string): void {
  const { [keyOf(siteId, customerId)]: _before, ...others } = load();
  const next = text === '' ? Object.entries(others) : [...Object.entries(others), [keyOf(siteId, customerId), text]];
  if (next.length === 0) storage.tab.remove(NOTE_DRAFTS);
  else storage.tab.set(NOTE_DRAFTS, JSON.stringify(Object.fromEntries(next.slice(-MAX_DRAFTS))));
}

function load(): Readonly<Record<string, string>> {
  try {
    const parsed = drafts.safeParse(JSON.parse(storage.tab.get(NOTE_DRAFTS) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
