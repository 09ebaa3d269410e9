import * as z from 'zod/mini';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';

/** By site and customer, the ones written last at the end. */
const drafts = z.record(z.string(), z.string());
const MAX_DRAFTS = 20;

const keyOf = (siteId: bigint, customerId: bigint): string => `${siteId} ${customerId}`;

/** The note that this tab has not saved yet; empty for none. */
export function readNoteDraft(siteId: bigint, customerId: bigint): string {
  return load()[keyOf(siteId, customerId)] ?? '';
}

export function storeNoteDraft(siteId: bigint, customerId: bigint, text: string): void {
  const { [keyOf(siteId, customerId)]: _before, ...others } = load();
  const next = text === '' ? Object.entries(others) : [...Object.entries(others), [keyOf(siteId, customerId), text]];
  if (next.length === 0) storage.tab.remove(SITE_KEYS.noteDrafts);
  else storage.tab.set(SITE_KEYS.noteDrafts, JSON.stringify(Object.fromEntries(next.slice(-MAX_DRAFTS))));
}

function load(): Readonly<Record<string, string>> {
  try {
    const parsed = drafts.safeParse(JSON.parse(storage.tab.get(SITE_KEYS.noteDrafts) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
